//! SQL of this area.
//!
//! The query that reads a task decides who sees it: the company of the login sent the message, and the user may act for
//! that company and for every owner of its certificates. The rights are tables of crate `clients`, joined here on
//! purpose, so that somebody else's task takes the same way as an absent one (GEN-04).

pub(crate) mod check;
pub(crate) mod kept;
pub(crate) mod read;
pub(crate) mod register;

use store::Query;

store::migrations! { "currency_certificates": 1 "messages and their certificates" "../../migrations/0001_baseline.sql" }

pub(crate) static QUERIES: &[&[&Query]] = &[check::QUERIES, kept::QUERIES, read::QUERIES, register::QUERIES];
