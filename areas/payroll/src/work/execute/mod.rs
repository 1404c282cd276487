//! The units of work of execution; [`crate::execution`] tells what they do in which order.

mod answers;
mod bank_answers;
mod common;
mod finish;
mod look_again;
mod money_unit;
mod pay;
mod reserve;
mod returned;
mod run;
mod run_rail;

pub(super) use answers::write_answers;
pub(super) use bank_answers::book;
pub(super) use common::{Desk, entry};
pub(super) use finish::end;
pub(crate) use finish::{give_up, give_up_rail};
pub(super) use look_again::look_again;
pub(super) use money_unit::money_unit;
pub(super) use returned::{book_returned, paid_outside};
pub(crate) use run::run;
pub(crate) use run_rail::run_rail;
