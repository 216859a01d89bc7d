"""The rulebook's table of contents, with the module of each chapter.

| Rulebook | Module |
| --- | --- |
| Set up; Special case; 4 Player-games | `setup` |
| Gameplay: the year and its phases | `year` |
| 1 - Informations | `informations` |
| 2 - Transactions and steering, I - Transactions; Special situations during the transactions | `transactions` |
| 2 - Transactions and steering, II - Steering | `steering` |
| 3 - Events; Effects of the Event cards; Special case for advertising | `events` |
| 4 - Annual review; Dividends | `annual_review` |
| Bankruptcy | `bankruptcy` |
| End of the game; Totalling player points; Cash only | `end_of_game` |
| Alternatives modes | `alternative_modes` |
| Alternatives modes: Derivatives | `derivatives` |
| (ours) fewer stops for slow tables | `fast_modes` |

| Effect of an event | Module |
| --- | --- |
| `price`, `funding`, `tax`, `innovation`, `yield`, `advertising`, `scandal`, `boss_shuffle`, `none` | `events` |

| Condition of a derivatives card | Module |
| --- | --- |
| `capital_above`, `capital_below`, `capital_less_than` | `components` |

A step's docstring is its rule. "GW-5" is a ruling in `rulings.md`.
"""
