//! Documents as other programs see them.

mod archive;
mod bytes;
mod limits;
mod pages;
mod random;
mod sample;
mod words;
