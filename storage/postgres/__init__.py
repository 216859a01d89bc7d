"""What a database of a PostgreSQL server does in its own way."""
