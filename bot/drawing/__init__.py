"""Drawing: what the pictures of all games are made of.

`lettering` sets text in the fonts that lie beside it, `sprites` makes small smooth shapes, `canvas`
is the sheet of paper they are put on, `charts` draws how numbers went over the years, `maps` draws
routes between cities, `tracks` draws numbered spaces with markers on them, and `compact` makes a
picture smaller. Colours are written as "#rrggbb". Only the `picture` of a game, and the `pictures`
of leagues, draw.
"""
