"""Building blocks for the pictures of all games.

`lettering` sets text in the bundled fonts, `sprites` draws small smooth shapes, and `canvas` is the sheet they are
placed on. `charts` draws numbers over the years, `maps` draws routes between cities, `tracks` draws numbered spaces
with markers, and `compact` reduces a picture's size. Colours are written as "#rrggbb". Only the `picture` of a game,
and the `pictures` of leagues, draw.
"""
