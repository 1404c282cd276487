//! Who is who, on both engines, and the values it is made of.

#![cfg(test)]

mod demo;
mod importing;
mod oauth_clients;
mod office;
mod rights;
mod users;
mod values;
