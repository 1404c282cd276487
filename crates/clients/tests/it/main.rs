//! Who is who, on both engines, and the values it is made of.

#![cfg(test)]

mod certificates;
mod demo;
mod importing;
mod oauth_clients;
mod office;
mod pkits;
mod registry;
mod rights;
mod signatures;
mod users;
mod values;
