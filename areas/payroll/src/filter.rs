//! The choice of statements that a list shows, and their order.

use jiff::civil::Date;
use kernel::{AccountNumber, Money, text_enum};

use crate::identifier::StatementId;
use crate::lifecycle::StatementStatus;
use crate::transfer::SentAmount;
use crate::typed;

/// The most statements of one page.
pub const LIST_LIMIT_MAX: u32 = 100;
pub const SEARCH_CHARACTERS_MAX: usize = 100;

/// Words that are searched for, by what they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Search {
    Account(AccountNumber),
    /// The total, or the number of the statement.
    Number {
        total: Money,
        /// The number, when it is a whole one.
        number: Option<i64>,
    },
    /// A part of the sender's name of it, or of the purpose.
    Text(String),
}

impl Search {
    /// Returns the search that was typed; `None` when nothing was.
    pub fn parse(typed: &str) -> Option<Self> {
        let typed = typed.trim();
        if typed.is_empty() {
            return None;
        }
        if let Ok(account) = typed::spaceless(typed).parse() {
            return Some(Self::Account(account));
        }
        Some(match typed::amount(typed.trim_start_matches(['№', ' '])) {
            Ok(SentAmount::Exact(total)) => {
                let number = (total.minor() % 100 == 0).then(|| total.minor() / 100);
                Self::Number { total, number }
            }
            Ok(SentAmount::Other(_)) | Err(_) => {
                Self::Text(typed.chars().take(SEARCH_CHARACTERS_MAX).collect())
            }
        })
    }
}

text_enum! {
    /// The order of a list; statements that are equal in it stand by their creation, the newest first.
    pub enum Order {
        Newest = "newest",
        /// By their date, the latest first.
        Date = "date",
        /// By their total, the greatest first.
        Total = "total",
        /// By their number, the greatest first.
        Number = "number",
    }
}

/// Conditions that a listed statement fulfils; every statement fulfils an empty one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub status: Option<StatementStatus>,
    /// Only those dated on this day or later.
    pub from: Option<Date>,
    /// Only those dated on this day or earlier.
    pub through: Option<Date>,
    pub search: Option<Search>,
    /// Only those of the status that wait for the person who asks.
    pub is_mine: bool,
    /// Their order; the newest first when there is none.
    pub order: Option<Order>,
}

/// The statements of a company among which a list chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Among {
    All,
    /// Those that are signed and corrected in the online bank.
    Unsigned,
    These(Vec<StatementId>),
}
