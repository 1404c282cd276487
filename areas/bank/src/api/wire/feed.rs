//! The bodies of the core's feed.

use accounts::ledger::{
    COUNTERPARTY_NAME_CHARACTERS_MAX, Counterparty, CreditLimit, DESCRIPTION_CHARACTERS_MAX, DocumentNumber,
    Hold,
};
use accounts::{BunchTaken, CoreFact, CoreOperation, Difference};
use jiff::Timestamp;
use jiff::civil::Date;
use kernel::{AccountNumber, Instant, Money};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most characters of a name that the core gives.
const ID_CHARACTERS_MAX: usize = 64;
/// The most characters of the description of a hold.
const HOLD_CHARACTERS_MAX: usize = 250;

/// Facts that follow one another.
#[derive(Debug, Deserialize, ToSchema)]
pub(in crate::api) struct BankFacts {
    /// The number of the first fact: one more than that of the last fact before it.
    #[schema(format = Int64, minimum = 1, example = 17)]
    pub(in crate::api) first: i64,
    /// Up to 10,000, in their order.
    #[schema(min_items = 1, max_items = 10_000)]
    pub(in crate::api) facts: Vec<BankFact>,
}

/// One fact, under the name of its kind.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) enum BankFact {
    /// A booking on an account.
    Operation(BankOperation),
    /// Money that is promised and not booked yet.
    Hold(BankHold),
    /// The end of a hold.
    Release(BankRelease),
    /// A credit limit as it is from now on; 0.00 ends it.
    Limit(BankLimit),
    /// The balance of an account after all facts before this one; the opening balance of an account without any.
    Balance(BankBalance),
    /// A day on which, and before which, nothing is booked any more.
    ClosedDay(BankClosedDay),
}

/// A booking on an account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::api) struct BankOperation {
    /// The core's name of it, for ever.
    #[schema(min_length = 1, max_length = 64, example = "ABS-2026-1120-77")]
    id: String,
    /// The account.
    #[schema(pattern = "^[0-9]{20}$", example = "40702810900000000001")]
    account: String,
    /// Positive for money that came, negative for money that left.
    #[schema(example = "-1500.00")]
    amount: String,
    /// The moment of booking, ISO 8601 with an offset.
    #[schema(format = DateTime, example = "2026-11-20T12:00:00+03:00")]
    posted_at: String,
    /// The day from which the money counts.
    #[schema(format = Date, example = "2026-11-20")]
    value_date: String,
    /// The purpose of the payment.
    #[schema(min_length = 1, max_length = 512, example = "Оплата по счёту № 12")]
    purpose: String,
    /// The number of the document.
    #[schema(max_length = 20, example = "12", nullable = false)]
    document_number: Option<String>,
    /// The other side, as the document names it.
    #[schema(nullable = false)]
    counterparty: Option<BankCounterparty>,
}

/// The other side of a payment.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct BankCounterparty {
    /// Its name.
    #[schema(min_length = 1, max_length = 160, example = "ООО «Лютик»")]
    name: String,
    /// Its account.
    #[schema(pattern = "^[0-9]{20}$", example = "40702810500000000009", nullable = false)]
    account: Option<String>,
    /// Its taxpayer number.
    #[schema(example = "7707123458", nullable = false)]
    inn: Option<String>,
    /// Its reason code.
    #[schema(example = "770701001", nullable = false)]
    kpp: Option<String>,
    /// The BIC of its bank.
    #[schema(pattern = "^[0-9]{9}$", example = "044525225", nullable = false)]
    bic: Option<String>,
}

/// Money that is promised and not booked yet.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::api) struct BankHold {
    /// The core's name of it, for ever.
    #[schema(min_length = 1, max_length = 64, example = "CARD-77")]
    id: String,
    /// The account.
    #[schema(pattern = "^[0-9]{20}$", example = "40702810900000000001")]
    account: String,
    /// Above zero.
    #[schema(example = "99.90")]
    amount: String,
    /// The moment of placing it.
    #[schema(format = DateTime, example = "2026-11-20T12:00:00+03:00")]
    placed_at: String,
    /// The purpose, for people.
    #[schema(min_length = 1, max_length = 250, example = "Оплата картой")]
    description: String,
}

/// The end of a hold.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct BankRelease {
    /// The hold.
    #[schema(min_length = 1, max_length = 64, example = "CARD-77")]
    id: String,
    /// The moment of its end.
    #[schema(format = DateTime, example = "2026-11-21T12:00:00+03:00")]
    at: String,
}

/// A credit limit.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::api) struct BankLimit {
    /// The core's name of it, for ever.
    #[schema(min_length = 1, max_length = 64, example = "OVD-12")]
    id: String,
    /// The account.
    #[schema(pattern = "^[0-9]{20}$", example = "40702810900000000001")]
    account: String,
    /// `CREDIT_LINE` or `OVERDRAFT`.
    #[schema(example = "OVERDRAFT")]
    kind: String,
    /// Zero or above.
    #[schema(example = "100000.00")]
    amount: String,
    /// The moment since which it is so.
    #[schema(format = DateTime, example = "2026-11-20T12:00:00+03:00")]
    granted_at: String,
}

/// The balance of an account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct BankBalance {
    /// The account.
    #[schema(pattern = "^[0-9]{20}$", example = "40702810900000000001")]
    account: String,
    /// Its balance in the core.
    #[schema(example = "98500.00")]
    balance: String,
}

/// A day that is closed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct BankClosedDay {
    /// The day, which has ended.
    #[schema(format = Date, example = "2026-11-20")]
    date: String,
}

impl BankFact {
    pub(in crate::api) fn read(self) -> Result<CoreFact, String> {
        Ok(match self {
            Self::Operation(operation) => CoreFact::Operation(Box::new(operation.read()?)),
            Self::Hold(hold) => CoreFact::Hold(hold.read()?),
            Self::Release(BankRelease { id, at }) => {
                CoreFact::Release { hold_id: checked("id", id, ID_CHARACTERS_MAX)?, at: moment("at", &at)? }
            }
            Self::Limit(limit) => CoreFact::Limit(limit.read()?),
            Self::Balance(BankBalance { account, balance }) => {
                CoreFact::Balance { account: number(&account)?, balance: money("balance", &balance)? }
            }
            Self::ClosedDay(BankClosedDay { date }) => CoreFact::ClosedDay(day("date", &date)?),
        })
    }
}

impl BankOperation {
    fn read(self) -> Result<CoreOperation, String> {
        let document = self.document_number.map(kernel::without_refused_characters);
        let document = document.map(DocumentNumber::try_from).transpose();
        Ok(CoreOperation {
            id: checked("id", self.id, ID_CHARACTERS_MAX)?,
            account: number(&self.account)?,
            amount: money("amount", &self.amount)?,
            posted_at: moment("postedAt", &self.posted_at)?,
            value_date: day("valueDate", &self.value_date)?,
            purpose: written("purpose", self.purpose, DESCRIPTION_CHARACTERS_MAX)?,
            document: document.map_err(|error| format!("`documentNumber` {error}"))?,
            counterparty: self.counterparty.map(BankCounterparty::read).transpose()?,
        })
    }
}

impl BankCounterparty {
    fn read(self) -> Result<Counterparty, String> {
        let name = written("counterparty.name", self.name, COUNTERPARTY_NAME_CHARACTERS_MAX)?;
        let mut counterparty = Counterparty::new(name).map_err(|error| error.to_string())?;
        counterparty.account = parsed("counterparty.account", self.account.as_deref())?;
        counterparty.inn = parsed("counterparty.inn", self.inn.as_deref())?;
        counterparty.kpp = parsed("counterparty.kpp", self.kpp.as_deref())?;
        counterparty.bic = parsed("counterparty.bic", self.bic.as_deref())?;
        Ok(counterparty)
    }
}

impl BankHold {
    fn read(self) -> Result<Hold, String> {
        let amount = money("amount", &self.amount)?;
        if !amount.is_positive() {
            return Err("`amount` must be above zero".to_owned());
        }
        Ok(Hold {
            hold_id: checked("id", self.id, ID_CHARACTERS_MAX)?,
            account: (&number(&self.account)?).into(),
            amount,
            placed_at: moment("placedAt", &self.placed_at)?,
            description: written("description", self.description, HOLD_CHARACTERS_MAX)?,
        })
    }
}

impl BankLimit {
    fn read(self) -> Result<CreditLimit, String> {
        let amount = money("amount", &self.amount)?;
        if amount.is_negative() {
            return Err("`amount` must not be below zero".to_owned());
        }
        Ok(CreditLimit {
            limit_id: checked("id", self.id, ID_CHARACTERS_MAX)?,
            account: (&number(&self.account)?).into(),
            kind: self.kind.parse().map_err(|error| format!("`kind` {error}"))?,
            amount,
            granted_at: moment("grantedAt", &self.granted_at)?,
        })
    }
}

fn checked(name: &str, text: String, characters_max: usize) -> Result<String, String> {
    match kernel::checked_text(&text, characters_max) {
        Ok(_) => Ok(text),
        Err(error) => Err(format!("`{name}` {error}")),
    }
}

/// Takes what people have written. The core has booked it and tells it no other way, so characters that are refused
/// everywhere else are left out.
fn written(name: &str, text: String, characters_max: usize) -> Result<String, String> {
    checked(name, kernel::without_refused_characters(text), characters_max)
}

fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(
    name: &str,
    text: Option<&str>,
) -> Result<Option<T>, String> {
    text.map(str::parse).transpose().map_err(|error| format!("`{name}` {error}"))
}

fn number(text: &str) -> Result<AccountNumber, String> {
    text.parse().map_err(|error| format!("`account` {error}"))
}

pub(super) fn money(name: &str, text: &str) -> Result<Money, String> {
    text.parse().map_err(|error| format!("`{name}` {error}"))
}

fn moment(name: &str, text: &str) -> Result<Instant, String> {
    let moment: Result<Timestamp, _> = text.parse();
    moment.map(Into::into).map_err(|_| format!("`{name}` must be a moment such as 2026-11-20T12:00:00+03:00"))
}

fn day(name: &str, text: &str) -> Result<Date, String> {
    accounts::day(text).ok_or_else(|| format!("`{name}` must be a day such as 2026-11-20"))
}

/// The place of the feed of a system.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct BankFeed {
    /// The number of the next fact; none before the first, which may have any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = Int64, minimum = 1, example = 20)]
    pub(in crate::api) next: Option<i64>,
    /// Up to 1,000 facts of any system that are different here, the oldest first.
    pub(in crate::api) differences: Vec<BankFeedDifference>,
}

/// The fate of a bunch.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct BankFactsTaken {
    /// The number of the next fact.
    #[schema(format = Int64, minimum = 1, example = 20)]
    next: i64,
    /// Facts that are new.
    #[schema(example = 2)]
    taken: usize,
    /// Facts that were taken before.
    #[schema(example = 0)]
    repeated: usize,
    /// Facts that are different here.
    differences: Vec<BankFeedDifference>,
}

/// A fact that is different here.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct BankFeedDifference {
    /// The system that told it.
    #[schema(example = "core")]
    system: String,
    /// Its number.
    #[schema(format = Int64, minimum = 1, example = 19)]
    number: i64,
    /// `OTHER_BALANCE`: it was taken, and the balance here is another. Every other code tells why it was not taken:
    /// `UNKNOWN_ACCOUNT`, `CLOSED_ACCOUNT`, `UNKNOWN_HOLD`, `CONTRADICTS`, `ARCHIVED` or `WRONG`.
    #[schema(example = "UNKNOWN_ACCOUNT")]
    code: String,
    /// The reason in words.
    #[schema(example = "there is no account 40702810900000000001")]
    message: String,
    /// The balance in the core.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "98500.00")]
    core: Option<String>,
    /// The balance here.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "100000.00")]
    here: Option<String>,
}

impl From<Difference> for BankFeedDifference {
    fn from(difference: Difference) -> Self {
        let Difference { system, number, code, message, balances, .. } = difference;
        let (core, here) = balances.map(|(core, here)| (core.to_string(), here.to_string())).unzip();
        Self { system, number, code, message, core, here }
    }
}

impl From<BunchTaken> for BankFactsTaken {
    fn from(taken: BunchTaken) -> Self {
        let BunchTaken { next, taken, repeated, differences } = taken;
        Self { next, taken, repeated, differences: differences.into_iter().map(Into::into).collect() }
    }
}
