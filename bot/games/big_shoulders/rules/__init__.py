"""The rulebook's table of contents, and where each chapter is.

| Rulebook | Module |
| --- | --- |
| 2 Setup; the first companies | `setup`, `founding` |
| 4.1 The stock track | `stock_track` |
| 4.2, 4.3 Certificates, limits, where they lie | `certificates` |
| 5 Stock phase; founding a company | `stock_phase`, `founding` |
| 5.4 Change of director (advanced) | `change_of_director` |
| 6 Building phase | `building_phase` |
| 7.1, 7.2 Action phase: order, partners, payments | `action_phase` |
| 7.3, 17 What spaces and building tiles do | `effects` |
| 7.4 Job market | `job_market` |
| 7.5 Charters: managers, salespeople, workers | `charter` |
| 7.6 Automation | `automation` |
| 7.7, 12 Haymarket Square | `haymarket_square` |
| 7.8, 10.6 Dividends | `dividends` |
| 8.1, 8.2 Appeal, and the order of operations | `appeal` |
| 8.3 Partners | `partners` |
| 9 Capital assets | `capital_assets` |
| 10.1 Operation phase | `operation_phase` |
| 10.2 to 10.6 One company's operation | `operation` |
| 11 Demand board | `demand_board` |
| 12 Supply chain | `supply_chain` |
| 13 Cleanup | `cleanup` |
| 1 The decades | `decades` |
| 14 Goals; end of the game | `goals`, `end_of_game` |
| 15 Options | `variants` |
| Cubes that nobody sells, by trade | `cubes_by_trade` |
| How a turn is put together, what it changes | `turns`, `differences` |
| What a choice would bring, what a company lacks | `foretold`, `prospects`, `needs`, `cube_costs`, `obstacles` |
| The offered plan | `offered_plan` |
| What things are called | `vocabulary` |

| Effect | Module |
| --- | --- |
| `hire workers`, `workers`, `hire managers`, `hire salespeople`, `automate`, `appeal` | `effects` |
| `go first`, `goods` | `effects` |
| `cubes`, `choose cubes`, `buy an asset`, `special dividend` | `effects` |
| `revenue`, `price steps` | `capital_assets` |
| `price protection` | `stock_track` |

A step's docstring is its rule. "CB-5" is a ruling in `rulings.md`.
"""
