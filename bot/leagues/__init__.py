"""Leagues as pure functions: a season is an append-only log, and all other state is derived from it.

`log_entries` defines the entries, `season` folds them, `standings` and `reachable_places` evaluate the result.
`round_robin`, `swiss`, `cup`, `ladder` and `promotion` pair entrants, in the order that `draw` gives. `ratings` are
separate from standings, `careers` combines seasons, `head_to_head` compares pairs, `entry_preview` compares before and
after, `pictures` draws. No clock, randomness, store or names: a season knows entrants by number.
"""
