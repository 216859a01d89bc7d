"""City of the Big Shoulders a second time: written from the rules alone, and played in lockstep with the bot's."""
