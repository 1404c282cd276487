//! The tree against its definition, and tampering with a folder.

#![cfg(test)]

mod folder;
mod tree;
