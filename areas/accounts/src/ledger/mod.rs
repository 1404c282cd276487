//! The double-entry ledger under every account of the bank.
//!
//! Money moves by an [`Entry`], which cannot be made unless its postings add up to zero in every currency, and
//! [`post`], which writes it and the balances it changes in one unit of work. Amounts are credit-positive: a credit
//! raises what the bank owes to a customer, a debit lowers it. What a customer may spend (balance less holds plus
//! credit limits) is kept above zero by the update and by a constraint of the table, whatever is posted at once.
//!
//! Currencies mix only through the bank's position accounts: selling dollars for roubles moves dollars between the
//! customer and `POSITION.USD` and roubles between the customer and `POSITION.RUR`, and every posting names its
//! equivalent in the national currency. The domain is `entry`, `identifier`, `rate`; the rest is its storage.

mod author;
pub(crate) mod carried;
pub(crate) mod check;
pub(crate) mod closing;
pub(crate) mod core;
mod counterparty;
pub(crate) mod day;
pub(crate) mod day_rate;
mod digest;
mod entry;
pub(crate) mod fact;
pub(crate) mod hold;
mod identifier;
pub(crate) mod journal;
pub(crate) mod keeper;
pub(crate) mod kept;
pub(crate) mod kept_closings;
pub(crate) mod open;
pub(crate) mod operation;
pub(crate) mod own_numbers;
pub(crate) mod pay;
mod payout;
pub(crate) mod post;
mod rate;
pub(crate) mod refusal;
pub(crate) mod revaluation;
mod reversal;
pub(crate) mod trial_balance;

pub use author::{Authors, EntryAuthor};
pub use carried::archived_before;
pub use check::{CheckReport, FINDINGS_MAX, Finding, ProofScope, check, check_since, minted_from};
pub use closing::{ClosingError, import_closing};
pub use counterparty::{
    COUNTERPARTY_NAME_CHARACTERS_MAX, Counterparty, DOCUMENT_NUMBER_CHARACTERS_MAX, DocumentNumber,
};
pub use day_rate::day_rate;
pub(crate) use day_rate::day_rate_since;
pub use entry::{
    DESCRIPTION_CHARACTERS_MAX, Draft, Entry, EntryError, EntryHeader, EntryKind, POSTING_MINOR_MAX,
    POSTINGS_OF_ENTRY_MAX, Posting,
};
pub use fact::{Fact, post_fact};
pub(crate) use fact::{opening, post_facts};
pub use hold::{
    CreditLimit, CreditLimitKind, Hold, ORDER_HOLD_PREFIX, Outcome, place_hold, release_hold,
    release_hold_if_placed, release_part, set_credit_limit,
};
pub(crate) use hold::{is_granted_since, put_released_hold, take_credit_limit, take_hold};
pub use identifier::{IdempotencyKey, IdempotencyKeyError, InternalAccount, LedgerAccountId};
pub use journal::{JOURNAL_ENTRIES_MAX, JournalEntry, JournalPosting, Reversed, begin_journal_epoch};
pub use keeper::{Keeper, keeper};
pub use open::{AccountState, account_state, await_returns, end_awaiting, open_internal_accounts, set_open};
pub(crate) use open::{NewAccount, open_customer_accounts};
pub use pay::pay_from_hold;
pub use payout::{Credit, Paid, Payout, RefusedPayee};
pub(crate) use post::posted_contents;
pub use post::{Funds, Posted, is_posted, post, post_many};
pub use rate::{Rate, RateError, RateMicro};
pub(crate) use refusal::available;
pub use refusal::{LedgerError, Refusal, refusal_of_credit};
pub use revaluation::Revaluation;
pub use reversal::{Reversal, ReversalError};
pub use trial_balance::{TrialBalanceLine, amount_text};

#[cfg(test)]
mod tests;
