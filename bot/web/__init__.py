"""Pages of the web on which everybody may look at tables and leagues, where their organisers want it; nobody can play.

What is public is asked anew for each page; everything is made of what everybody may see (`Seen` without an audience),
and people are named only where they have agreed to it. Whatever is not public is not there: its answer is that of an
address at which there was never anything, byte for byte.
"""
