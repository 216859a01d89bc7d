"""What is kept between moves: rows in, rows out. SQL stands here and nowhere else."""
