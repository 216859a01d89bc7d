"""The rulebook's table of contents, and where each chapter is.

| Rulebook | Module |
| --- | --- |
| Components: what things are called, and how they lie there | `vocabulary`, `pieces` |
| What the table agrees on | `what_is_agreed` |
| A New Beginning | `new_beginning` |
| Setup | `setup` |
| Setup: first projects, reserves, moves | `first_project`, `first_moves` |
| Phase 1: Action Selection; the timeline; end of a round | `timeline` |
| Phase 2: Income | `income` |
| Phase 2: what income pays | `paid_by_income` |
| Phase 2: incomes that are one line of a list | `whole_incomes` |
| Phase 2: Donation | `donations` |
| Phase 3: Use departments; Action Selection tiles | `departments` |
| Phase 3: what players could take from each other | `shared_things` |
| Missions; what one use of a department is | `missions` |
| Human Resources | `human_resources` |
| Management | `management` |
| Construction | `construction` |
| Research & Development | `research` |
| Phase 4: Activate workers | `activation` |
| Activation costs | `standing_up` |
| The company board; active workers | `company` |
| Money, cubes, new workers; selling cubes | `resources` |
| Connections between major cities | `links` |
| End of the game and scoring | `scoring` |
| The solo game | `andrew` |
| Several orders in one answer; a table on which they are tried | `planning`, `drafts` |

| Use of a department | Module |
| --- | --- |
| `earn`, `per two active`, `swap`, `put workers`, `per department`, `per project` | `missions` |
| `place` | `management` |
| `build` | `construction` |
| `donate on top` | `donations` |

| Ability of a department | Module |
| --- | --- |
| `second lobby` | `resources` |
| `follow` | `management` |
| `cheaper donations` | `donations` |
| `cheaper tracks`, `archives` | `research` |
| `diagonal moves` | `planning` |
| `payroll` | `standing_up` |
| `any space` | `construction` |
| `per free cell`, `per project in one region`, `weakest region` | `scoring` |
| `extra link` | `links` |

A step's docstring is its rule. "CG-5" is a ruling in `rulings.md`.
"""
