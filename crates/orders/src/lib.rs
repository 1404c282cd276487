//! Orders to the bank behind the channel: everything that is decided or booked elsewhere (BNK-01).
//!
//! An area declares the kinds of its orders ([`OrderKind`]) and places one with [`place`] in the unit of work of the
//! change that needs the bank, so that there is never one without the other. The bank's systems are handed the orders
//! in one order ([`Desk::hand_out`]), as often as they ask, under the same names; each ends with one answer
//! ([`Desk::answer`]). The area's [`AnswerTaker`] does what an answer asks for, in the unit that ends the order
//! ([`settle`]). The same answer again changes nothing; another one is refused and kept.
//!
//! Who answers a kind is a setting ([`Players`]): a player that comes with the program, the bank, or nobody.

mod answer;
mod answered;
mod desk;
mod error;
mod hand_out;
mod kind;
mod order;
mod overdue;
mod place;
mod players;
mod store;
mod take;
mod taker;

pub use answer::{ANSWER_BYTES_MAX, Answer, By, Outcome, Refusal, Verdict};
pub use desk::{ANSWERS_AT_ONCE_MAX, Desk};
pub use error::{NotTaken, OrderError};
pub use hand_out::{HANDED_OUT_AT_ONCE_MAX, Wanted};
pub use kind::{OrderKind, Role};
pub use order::{OpenSums, Order, OrderId, OrderIdError, OrderState};
pub use overdue::{LISTED_MAX, open_order, open_orders, open_sums, tell_overdue};
pub use place::{NewOrder, begin_epoch, place, withdraw};
pub use players::{Player, Players, PlayersError};
pub use store::{MIGRATIONS, QUERIES};
pub use take::{Begun, begin, end, find, note, note_answered, refuse, settle, take_each};
pub use taker::{
    AnswerTaker, Answered, OrderDocument, OrderDocuments, OrderParts, OrderReturns, PARTS_AT_ONCE_MAX,
    PartAnswer, PartsAnswered, RETURN_NAME_CHARACTERS_MAX, Return,
};
