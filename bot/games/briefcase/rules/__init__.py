"""The rulebook's table of contents, with the module of each chapter.

| Rulebook | Module |
| --- | --- |
| Components: names of cards and resources | `vocabulary` |
| Setup | `setup` |
| Setting up the Company Card Portfolio; Company Sets; options of the table | `company_sets` |
| Turn Overview; the start and the end of a turn | `turn` |
| A. Play decision cards: the plays of a hand | `what_you_may_do` |
| Texts of plays; reasons why a play is not possible | `in_words`, `short_labels`, `brief_abilities`, `out_of_reach` |
| What a play brings nearer, or takes from | `stakes` |
| Groups of plays in menus, and their order | `play_groups`, `menu_order` |
| Buy decision cards | `buying` |
| Purchase resources from the market; exhausted piles; Removing Blocks | `market` |
| Activate a company; Production | `activating` |
| Activate the Central Bank | `central_bank` |
| Hire decision cards | `hiring` |
| Hire: the payment to the owner, out of turn | `out_of_turn` |
| Turn Overview: steps in which only the player on turn decides | `on_turn` |
| Obstacle decision cards; Block and unblock; whom that hurts | `blocks`, `block_effects` |
| B. Discard; C. Draw; the storage limit | `discard_and_draw` |
| Game end Conditions; Final scoring | `game_end` |
| Fine points; ways to pay with cards and resources | `paying` |
| The proposed payment; other payments | `proposing`, `paying_otherwise` |
| Company Card Descriptions: effects at each activation | `effects` |

| Ability of a company | Module |
| --- | --- |
| `draw at start`, `exchange at start`, `played card on top` | `what_you_may_do` |
| `resource as`, `cards as` | `components` |
| `storage` | `table` |
| `larger hand` | `discard_and_draw` |
| `ignore a block` | `market` |
| `production on top` | `activating` |
| `remove a card`, `take discarded`, `opponents discard`, `take from opponents`, `deactivate` | `effects` |
| `points per company`, `points per buy owned`, `points per buy produced` | `game_end` |

A step's docstring is its rule. "BC-5" is a ruling in `rulings.md`.
"""
