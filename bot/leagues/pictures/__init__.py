"""What leagues look like as pictures: standings, who came before whom, the rounds of a cup, and how a rating went.

Each is drawn from a season and from what people are called, has all that is in it in its words, too, and can be read
when it is as wide as a phone. Nothing is told by colour alone.
"""

from bot.leagues.pictures.crosstable import crosstable as crosstable
from bot.leagues.pictures.curve import curve as curve
from bot.leagues.pictures.table import table as table
from bot.leagues.pictures.tree import tree as tree
