//! Tariff plans: what the bank offers, what a client has, and what a client will have.

use std::str::FromStr;

use jiff::civil::Date;
use kernel::{Money, Translated, text_enum};
use thiserror::Error;

pub const PLAN_CODE_CHARACTERS_MAX: usize = 40;
pub const PLANS_OFFERED_MAX: i64 = 50;
/// The most sections in the fees of a plan.
pub const SECTIONS_MAX: usize = 40;
/// The most fees of one section.
pub const FEES_MAX: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a plan code has 1 to 40 characters out of A-Z, 0-9, '-' and '_'")]
pub struct PlanCodeError;

/// The code of a tariff plan, the `tariffPlan` of spec section 2.4: 1 to 40 capital Latin letters, digits, `-` and `_`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlanCode(String);

impl FromStr for PlanCode {
    type Err = PlanCodeError;
    fn from_str(text: &str) -> Result<Self, PlanCodeError> {
        let fits = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"-_".contains(&byte);
        if (1..=PLAN_CODE_CHARACTERS_MAX).contains(&text.len()) && text.bytes().all(fits) {
            Ok(Self(text.to_owned()))
        } else {
            Err(PlanCodeError)
        }
    }
}

kernel::text_newtype!(PlanCode);

/// Price of a service, in the bank's own words: "1 % of the sum, at least 100 roubles" is no number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fee {
    pub service: Translated,
    pub price: Translated,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeeSection {
    pub title: Translated,
    /// The fees in the order they are shown, at least one.
    pub fees: Vec<Fee>,
}

text_enum! {
    /// Status of a plan: clients may ask for it or not.
    pub enum PlanStatus {
        Offered = "OFFERED",
        /// Kept by clients who have it, and offered to nobody else.
        Withdrawn = "WITHDRAWN",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TariffPlan {
    pub code: PlanCode,
    /// The bank's own name of it: `targetTariffPlanName`.
    pub name: String,
    /// The name that clients see: `targetTariffPlanPublicName`.
    pub public_name: Translated,
    pub summary: Translated,
    pub monthly_fee: Money,
    pub status: PlanStatus,
    pub sections: Vec<FeeSection>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurrentPlan {
    pub code: PlanCode,
    pub public_name: Translated,
    pub since: Date,
}

/// A change of plan that was agreed and lies ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FutureChange {
    /// The `id` of the correspond operation, above zero.
    pub id: i64,
    /// The plan to come.
    pub plan_code: PlanCode,
    /// The bank's own name of the plan.
    pub plan_name: String,
    /// The plan's name for clients.
    pub public_name: Translated,
    /// The first day of the new plan in the bank's zone.
    pub effective_from: Date,
}

/// The day on which a change that was signed on `signed_on` becomes effective: the first of the next month, so that no
/// month is charged under two plans. At the end of the calendar, the last day there is.
pub fn effective_date(signed_on: Date) -> Date {
    signed_on.last_of_month().tomorrow().unwrap_or(Date::MAX)
}
