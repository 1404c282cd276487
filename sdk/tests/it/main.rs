//! Tests of the client library that need no server.

#![cfg(test)]

mod account;
mod login;
mod operations;
mod payroll;
