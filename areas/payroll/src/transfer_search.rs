//! Looks for transfers in one statement, and puts them in order.

use std::cmp::Reverse;

use kernel::{Money, folded, text_enum};

use crate::transfer::SentAmount;
use crate::typed;

const CHARACTERS_MAX: usize = 100;
/// The fewest digits of an account that are looked for: less is a number of roubles.
const ACCOUNT_DIGITS_MIN: usize = 4;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SoughtTransfer {
    pub(crate) line: i64,
    /// Last, first and middle name.
    pub(crate) name: String,
    pub(crate) account: String,
    pub(crate) card: Option<String>,
    /// The amount, unless what was sent is none.
    pub(crate) amount: Option<Money>,
}

/// Words that are looked for in names, accounts and amounts. Capitals and `ё` make no difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TransferSearch {
    folded: String,
    /// The digits, when nothing else was typed.
    digits: Option<String>,
    amount: Option<Money>,
}

impl TransferSearch {
    /// Returns the search that was typed; `None` when nothing was. What is longer than all that can be found is cut.
    pub(crate) fn parse(typed: &str) -> Option<Self> {
        let typed: String = typed.trim().chars().take(CHARACTERS_MAX).collect();
        let bare = typed::spaceless(&typed);
        let amount = match typed::amount(&typed) {
            Ok(SentAmount::Exact(amount)) => Some(amount),
            Ok(SentAmount::Other(_)) | Err(_) => None,
        };
        let is_number = bare.len() >= ACCOUNT_DIGITS_MIN && bare.bytes().all(|byte| byte.is_ascii_digit());
        let folded = folded(&typed);
        (!folded.is_empty()).then(|| Self { folded, digits: is_number.then_some(bare), amount })
    }

    pub(crate) fn finds(&self, transfer: &SoughtTransfer) -> bool {
        let in_number = |digits: &String| {
            [Some(&transfer.account), transfer.card.as_ref()]
                .into_iter()
                .flatten()
                .any(|own| own.contains(digits))
        };
        folded(&transfer.name).contains(&self.folded)
            || (self.amount.is_some() && self.amount == transfer.amount)
            || self.digits.as_ref().is_some_and(in_number)
    }
}

text_enum! {
    /// The order of the transfers of a statement; those that are equal in it stand by their lines.
    pub enum TransferOrder {
        /// As they were sent.
        Line = "line",
        /// By last, first and middle name.
        Name = "name",
        /// The greatest amount first.
        Amount = "amount",
    }
}

impl TransferOrder {
    pub(crate) fn sort(self, transfers: &mut [SoughtTransfer]) {
        match self {
            Self::Line => transfers.sort_by_key(|transfer| transfer.line),
            Self::Name => transfers.sort_by_cached_key(|transfer| (folded(&transfer.name), transfer.line)),
            Self::Amount => transfers.sort_by_key(|transfer| (Reverse(transfer.amount), transfer.line)),
        }
    }
}

#[cfg(test)]
mod tests;
