"""Pictures of leagues: standings, crosstables, cup rounds, rating curves and seasons in review.

Each is drawn from a season and its entrants' names, or from texts. Its text description contains everything that the
picture shows. It is readable at phone width, and never relies on colour alone.
"""

from bot.leagues.pictures.crosstable import draw_crosstable as draw_crosstable
from bot.leagues.pictures.curve import draw_rating_curve as draw_rating_curve
from bot.leagues.pictures.review import draw_review as draw_review
from bot.leagues.pictures.table import draw_standings as draw_standings
from bot.leagues.pictures.tree import draw_cup as draw_cup
