"""Public web pages: tables and leagues that their organisers have made public. Nobody can play here.

Whether something is public is checked for each request. Pages are rendered from what everybody may see (an
`AudienceView` without an audience), and people are named only if they have agreed to it. The response for anything that
is not public is byte for byte the one for an address that never existed.
"""
