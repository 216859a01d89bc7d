"""The rulebook's table of contents, with the module of each chapter.

| Rulebook | Module |
| --- | --- |
| Components: what cards and resources are called | `vocabulary` |
| Setup | `setup` |
| Setting up the Company Card Portfolio; Company Sets; what the table agrees on | `company_sets` |
| Turn Overview; the start and the end of a turn | `turn` |
| A. Play decision cards: what a hand can do | `what_you_may_do` |
| Texts of plays; reasons why a play is not possible | `in_words`, `out_of_reach` |
| Buy decision cards | `buying` |
| Purchase resources from the market; exhausted piles; Removing Blocks | `market` |
| Activate a company; Production | `activating` |
| Activate the Central Bank | `central_bank` |
| Hire decision cards | `hiring` |
| Hire: what the owner takes, out of turn | `out_of_turn` |
| Turn Overview: steps in which only the player on turn decides | `on_turn` |
| Obstacle decision cards; Block and unblock | `blocks` |
| B. Discard; C. Draw; the storage limit | `discard_and_draw` |
| Game end Conditions; Final scoring | `game_end` |
| Fine points; which cards and resources can pay what | `paying` |
| Which payment is proposed; another one | `proposing`, `paying_otherwise` |
| Company Card Descriptions: what happens at each activation | `effects` |

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
