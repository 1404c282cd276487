//! The canonical form, against rules of its own and against RFC 8785.

#![cfg(test)]

mod form;
mod refusals;
