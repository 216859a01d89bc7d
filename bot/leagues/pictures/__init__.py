"""Pictures of leagues: standings, crosstables, cup rounds and rating curves.

Each is drawn from a season and its entrants' names. Its text description contains everything that the picture shows. It
is readable at phone width, and never relies on colour alone.
"""

from bot.leagues.pictures.crosstable import crosstable as crosstable
from bot.leagues.pictures.curve import curve as curve
from bot.leagues.pictures.table import table as table
from bot.leagues.pictures.tree import tree as tree
