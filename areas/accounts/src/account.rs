//! An account of a client company: what spec section 2.2 shows, and how its amounts are derived.

use kernel::{AccountNumber, Bic, Cnum, Currency, Instant, Money};

use crate::ledger::{Rate, available};

/// Declares an enum over the numbers that the specification gives to its values.
macro_rules! numbered {
    ($(#[$documentation:meta])* $name:ident { $($(#[$value:meta])* $variant:ident = $number:literal,)+ }) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$value])* $variant,)+
        }

        impl $name {
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            pub const fn number(self) -> u8 {
                match self {
                    $(Self::$variant => $number,)+
                }
            }

            pub fn from_number(number: i64) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| i64::from(value.number()) == number)
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;
            fn from_str(text: &str) -> Result<Self, String> {
                text.parse().ok().and_then(Self::from_number).ok_or_else(|| {
                    let numbers: Vec<String> = Self::ALL.iter().map(|one| one.number().to_string()).collect();
                    format!("must be one of {}", numbers.join(", "))
                })
            }
        }
    };
}

numbered! {
    /// Purpose of an account (`type`, spec section 2.2).
    AccountType {
        Settlement = 1,
        /// A transit account, on which foreign currency arrives.
        Transit = 2,
        Deposit = 4,
        Overdraft = 5,
    }
}

numbered! {
    /// Status of an account: in use or not (`status`, spec section 2.2).
    AccountStatus {
        /// Closed: no money, and none can come.
        Closed = 0,
        Open = 1,
    }
}

numbered! {
    /// Mode in which the bank treats the account at the moment (`mode`, spec section 2.2).
    AccountMode {
        Blocked = 0,
        InterimStatements = 1,
        StatementsPrepared = 2,
        DocumentIntake = 3,
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch<'text> {
    pub branch_id: &'text str,
    pub name: &'text str,
    pub bic: Bic,
    /// Its account at the Bank of Russia.
    pub correspondent_account: AccountNumber,
    pub city: &'text str,
}

/// An account managed in trust for somebody else. Without trust management both names are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trust<'text> {
    pub is_managed: bool,
    pub name: &'text str,
    pub international_name: &'text str,
}

/// The balance with which the account ended a day of the bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closing {
    pub balance: Money,
    /// The moment the day ended.
    pub at: Instant,
}

/// The account's money as the ledger holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Funds {
    /// The sum of its postings: own funds, or what is lent when below zero.
    pub ledger_balance: Money,
    /// Holds of cards and of payroll statements that are not released.
    pub held: Money,
    /// Credit lines and overdrafts granted.
    pub limit: Money,
    /// The last posting, hold, release or limit; `None` before the first.
    pub changed_at: Option<Instant>,
    /// The last closing; `None` before the first.
    pub closing: Option<Closing>,
    /// The latest rate of the account's currency that is not of a later day than today.
    pub rate: Rate,
}

impl Funds {
    /// Computes what can be spent now: own funds, less card holds, plus the unused part of credit lines (`balance`,
    /// spec section 2.2, ACC-06). `None` outside of 64 bits.
    pub fn balance(&self) -> Option<Money> {
        available(self.ledger_balance, self.held, self.limit)
    }

    /// [`Funds::balance`] in roubles at the day's rate, rounded to the nearest hundredth, a half away from zero
    /// (`balanceInNationalCurrency`).
    pub fn balance_in_national_currency(&self) -> Option<Money> {
        self.rate.national(self.balance()?)
    }

    /// Own funds at the last closing, without credit lines (`rest`): zero before the first closing, and zero
    /// when the account was overdrawn, for then none of the money was its own.
    pub fn rest(&self) -> Money {
        self.closing.map_or(Money::ZERO, |closing| closing.balance.max(Money::ZERO))
    }
}

/// An account of a client company, with its texts where they were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account<'text> {
    /// The deprecated `id`.
    pub document_id: &'text str,
    pub number: AccountNumber,
    pub account_type: AccountType,
    pub status: AccountStatus,
    pub mode: AccountMode,
    pub name: &'text str,
    /// Its name in Latin letters.
    pub international_name: &'text str,
    pub cnum: Cnum,
    /// The company's id at the bank.
    pub organization_id: &'text str,
    pub organization_name: &'text str,
    /// The currency it is kept in; RUR for roubles.
    pub currency: Currency,
    /// The currency operations are carried out in; RUR for roubles.
    pub operation_currency: Currency,
    pub funds: Funds,
    pub branch: Branch<'text>,
    pub trust: Trust<'text>,
}

/// The currency as accounts show it: roubles are RUR with 810, whichever code they came with (ACC-03).
pub fn shown_currency(currency: Currency) -> Currency {
    if currency.is_national() { Currency::RUR } else { currency }
}
