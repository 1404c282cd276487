//! SQL of the tariff requests and of the letters that belong to them. Each file holds the texts and rows of one thing.

pub(crate) mod access;
pub(crate) mod attachments;
pub(crate) mod kept_letters;
pub(crate) mod kept_requests;
pub(crate) mod letters;
pub(crate) mod list;
pub(crate) mod new_request;
pub(crate) mod plans;
pub(crate) mod requests;
pub(crate) mod signatures;

use store::Query;

// The tables refer to companies by `cnum` and to users by their identifiers without foreign keys, because both belong
// to crate `clients`.
store::migrations! { "tariff_requests": 1 "plans, requests and letters" "../../migrations/0001_baseline.sql" }

pub(crate) static QUERIES: &[&[&Query]] = &[
    access::QUERIES,
    attachments::QUERIES,
    kept_letters::QUERIES,
    kept_requests::QUERIES,
    letters::QUERIES,
    new_request::QUERIES,
    plans::QUERIES,
    requests::QUERIES,
    signatures::QUERIES,
];
