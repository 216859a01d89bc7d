"""Erasure, retention and public visibility of the data about people and servers."""
