//! Use cases: what clients, the bank and the calendar do with requests and letters.
//!
//! Each file is one of them. It opens the units of work, decides by the domain, lets `store` read and write, and leaves
//! the audit entries and jobs that belong to the change in the same unit. No other folder of the area opens one.

mod advance;
mod announce;
pub(crate) mod archive_letters;
pub(crate) mod archive_requests;
pub(crate) mod carry_out;
mod change;
pub mod choose_plan;
mod conclude;
pub mod create;
pub(crate) mod expire;
pub mod failure;
pub(crate) mod job_kind;
pub(crate) mod letter_orders;
pub(crate) mod list;
pub mod open_letter;
mod order_documents;
pub(crate) mod people_act;
pub(crate) mod read_attachment;
pub(crate) mod rehearse;
pub mod send_letter;
pub mod sign;
pub(crate) mod take_decision;
pub(crate) mod take_effect;
mod trail;
pub(crate) mod waiting;
pub mod withdraw;
pub(crate) mod write_letter;
