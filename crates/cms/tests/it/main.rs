//! Signatures that OpenSSL made, and signatures made here.

#![cfg(test)]

mod accepted;
mod authority;
mod ber;
mod browser;
mod chains;
mod gost;
mod lists;
mod messages;
mod refused;
mod requests;
mod signing;
mod tampered;
mod vectors;
mod wycheproof_vectors;
