//! The registry on both engines, and its values.

#![cfg(test)]

mod certificates;
mod demo;
mod files;
mod found;
mod importing;
mod oauth_clients;
mod pkits;
mod registry;
mod rights;
mod signatures;
mod users;
mod values;
