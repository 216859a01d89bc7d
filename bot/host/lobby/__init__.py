"""Tables before their game begins, and the bots in them."""
