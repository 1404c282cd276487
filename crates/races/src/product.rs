//! The names by which files of the product find what is around them.
