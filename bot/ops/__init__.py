"""Care: what an operator needs beside the games: backups and their drill, the doctor, metrics, a tidy stop."""
