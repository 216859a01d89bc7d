"""Public web pages: read-only views of the tables and leagues that their organisers have published.

Every request checks again that its subject is public. Pages are rendered from what everybody may see (an `AudienceView`
without an audience). People are named only with their consent. A private resource gets the same bytes as an address
that never existed.
"""
