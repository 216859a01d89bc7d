"""Leagues as pure functions: a season is a log that is only added to, and all else follows from it.

`entries` is what may be written, `season` folds it, `standings` and `bounds` say what comes of it; `designs`, `swiss`,
`cup` and `promotion` say who meets whom, by the order that `draw` gives; `ratings` stand beside it, `careers` puts
seasons together, `meetings` counts who came before whom, `drafts` compares before and after, `pictures` draws. No
clock, no chance of its own, no store, nobody's name: a season knows entrants by their numbers.
"""
