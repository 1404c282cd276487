//! The tables of the area.

pub(crate) mod attempts;
pub(crate) mod deliveries;
pub(crate) mod webhooks;

use store::Query;

store::migrations! { "webhooks": 1 "webhooks, deliveries and their log" "../../migrations/0001_baseline.sql" }

pub(crate) static QUERIES: &[&[&Query]] = &[attempts::QUERIES, deliveries::QUERIES, webhooks::QUERIES];
