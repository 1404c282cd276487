//! The kinds of orders.

use serde_json::Value;
use switches::Switch;

kernel::text_enum! {
    /// Kind of the bank's systems; each is handed the orders of its own kinds alone.
    pub enum Role {
        Core = "core",
        Payments = "payments",
        CurrencyControl = "currency_control",
        Tariffs = "tariffs",
        /// The system that answers letters.
        Letters = "letters",
        /// The registry of people and their certificates.
        Registry = "registry",
    }
}

/// A kind of orders, declared by the area that places them.
#[derive(Debug)]
pub struct OrderKind {
    /// The name, such as `tariff_request.decide`.
    pub name: &'static str,
    /// The beginning of the names of its orders, such as `tr-`; no other kind has it.
    pub prefix: &'static str,
    /// The systems that are handed its orders.
    pub role: Role,
    /// Seconds after which an order without an answer is overdue.
    pub deadline_s: i64,
    /// True when an answer moves money: then no player of the program may give it in a live database.
    pub moves_money: bool,
    /// True when a check of the area refuses what needs such an order, where nobody answers it (`none`).
    pub is_refused_by_checks: bool,
    /// The switches that keep its orders from being handed out: of all of them, or of those of one thing.
    pub stopped_by: &'static [&'static Switch],
    /// The question and the form of an answer, for descriptions.
    pub meaning: &'static str,
    /// An example of its payload.
    pub payload: fn() -> Value,
    /// An example of its answer.
    pub answer: fn() -> Value,
}
