//! The units of work of execution; [`crate::execution`] tells what they do in which order.

mod answers;
mod bank_answers;
mod common;
mod finish;
mod reserve;
mod run;
mod run_rail;

pub(super) use answers::write_answers;
pub(super) use bank_answers::{book, book_returned, paid_outside};
pub(super) use common::{Desk, entry, money_unit};
pub(super) use finish::end;
pub(crate) use finish::{give_up, give_up_rail};
pub(crate) use run::run;
pub(crate) use run_rail::run_rail;
