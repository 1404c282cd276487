//! People of the bank who change rights, money and keys, and the second person whom each change needs (BNK-09).
//!
//! An [`Operator`] has a key and roles. Whoever has the private part is [`Proved`] to be that person. What one of them
//! proposes, another one with the same role approves; then it is carried out once. Each of the two signs the SHA-256 of
//! the proposal with the own key, so that whoever has the public keys checks who wanted what ([`verify`]) without
//! trusting this program. The tables refuse a checker who is the maker, and a proposal that says something else.
//!
//! A proposal is text here: what it does is known to whoever makes one.

mod error;
mod operator;
mod proposal;
mod store;
mod work;

pub use error::ProposalError;
pub use operator::{
    DIRECTORY_SUBJECT_CHARACTERS_MAX, NewOperator, Operator, OperatorKey, OperatorName, OperatorNameError,
    OperatorRole, PrivateKey, Proved,
};
pub use proposal::{
    CONTENT_BYTES_MAX, DIFFERENCE_BYTES_MAX, Draft, LIFETIME_S, Proposal, ProposalState, check_reason,
    shortened,
};
pub use store::{LISTED_MAX, MIGRATIONS, QUERIES, operator_of_subject, unreviewed};
pub use work::{
    Said, Verdict, add, break_glass, carry_out, check_open, close, decide, find, is_enforced, list, make,
    move_alone, open_operator, operators, prove, review, text_to_propose, verify,
};
