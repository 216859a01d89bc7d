"""PostgreSQL implementation of the database protocol."""
