"""The rulebook's table of contents, with the module of each chapter.

| Rulebook | Module |
| --- | --- |
| Number of Players; Start the Game | `start` |
| Start the Game: decks and opening hands, mulligan | `opening` |
| Vocabulary: net worth and the other sums | `arithmetic` |
| How to Read a Card: the kinds of effects | `effects` |
| The 5 Card Types: cards that stay in play | `cards` |
| Play Your Turn, 1 to 3: Income, Expenses, Draw | `income_and_expenses` |
| Play Your Turn; End Your Turn; rounds and the levy | `your_turn` |
| Play Your Turn: the list of actions | `what_you_may_do` |
| texts of a company's options | `in_words` |
| Hire: one executive at a time | `executives` |
| plays composed before their announcement | `drafts` |
| Espionage | `espionage` |
| Espionage: the choice of a target | `aiming` |
| Espionage: legal targets | `targets` |
| Hostile Takeover | `hostile_takeover` |
| Play During Someone Else's Turn: Savvy | `someone_elses_turn` |
| Play During Someone Else's Turn: at ANY TIME | `any_time` |
| Play During Someone Else's Turn: Audit | `audits` |
| companies that may respond, and those the table waits for | `responses` |
| Eliminating Other Players: broke and bankrupt | `insolvency` |
| Eliminating Other Players; Declaring a Winner | `elimination` |
| House Rules: options of the table | `house_rules` |
| House Rules: players can buy cards from each other | `trading` |
| House Rules: loans with interest | `loans` |
| House Rules: associations, embargoes, allies; Conspire | `embargoes` |

| Passive | Module |
| --- | --- |
| `overhead_total`, `income_per`, `hire_limit`, `exec_slots`, `draw_bonus`, `cost_mod` | `arithmetic` |
| `takeover_ratio`, `liquidation_rate`, `loss_reduction`, `halve_first_loss` | `arithmetic` |
| `immune`, `shield` | `components` |
| `upkeep_drain` | `income_and_expenses` |
| `hide_account` | `table` |

| Operation | Module |
| --- | --- |
| `lose`, `lose_per`, `lose_fraction`, `steal_points`, `status` | `espionage` |
| `fire`, `poach`, `destroy_asset`, `steal_asset`, `discard_chosen` | `espionage` |
| `gain`, `draw`, `cancel`, `attacker_loses`, `redirect` | `someone_elses_turn` |

A step's docstring is its rule. "CE-5" is a ruling in `rulings.md`.
"""
