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

use store::{Migration, MigrationTree, Query};

/// The tables of this area. They refer to companies by `cnum` and to users by their identifiers without foreign keys,
/// because both belong to crate `clients`.
pub static MIGRATIONS: MigrationTree = MigrationTree {
    area: "tariff_requests",
    migrations: &[
        Migration {
            version: 1,
            note: "tariff plans, the clients' plans and changes to come",
            sql: include_str!("../../migrations/0001_plans.sql"),
        },
        Migration {
            version: 2,
            note: "requests with their documents, history and signatures",
            sql: include_str!("../../migrations/0002_requests.sql"),
        },
        Migration {
            version: 3,
            note: "letters between client and bank",
            sql: include_str!("../../migrations/0003_letters.sql"),
        },
        Migration {
            version: 4,
            note: "the orders of the list that had no index",
            sql: include_str!("../../migrations/0004_orders.sql"),
        },
        Migration {
            version: 5,
            note: "one signature of a person",
            sql: include_str!("../../migrations/0005_people.sql"),
        },
        Migration {
            version: 6,
            note: "letters that people begin, with files",
            sql: include_str!("../../migrations/0006_letters_of_people.sql"),
        },
        Migration {
            version: 7,
            note: "requests that have ended, by their end",
            sql: include_str!("../../migrations/0007_requests_ended.sql"),
        },
        Migration {
            version: 8,
            note: "requests by their letters",
            sql: include_str!("../../migrations/0008_requests_by_letter.sql"),
        },
        Migration {
            version: 9,
            note: "letters of all clients by their last message",
            sql: include_str!("../../migrations/0009_letters_by_end.sql"),
        },
        Migration {
            version: 10,
            note: "the imported answers of a letter",
            sql: include_str!("../../migrations/0010_answers_of_letter.sql"),
        },
    ],
};

/// Every text of the area, file by file.
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
    crate::import::QUERIES,
];
