//! Checks of a statement as a whole.

use std::collections::BTreeSet;

use super::{CheckFacts, Checked, Reach};
use crate::catalogue::{Code, Reason};
use crate::conversion_terms::{RefusedRate, refused_rates};
use crate::lifecycle::StatementKind;
use crate::statement::CONVERSION_CURRENCIES;

/// The most days ahead that a statement may be dated.
pub const DAYS_AHEAD_MAX: i64 = 366;

/// Adds what is wrong with the statement itself; `currencies` are those that its transfers convert to.
pub(super) fn check(
    statement: Checked<'_>,
    facts: &CheckFacts,
    currencies: &BTreeSet<String>,
    found: &mut Vec<Reason>,
) {
    let terms = statement.terms;
    if !facts.debit_account_is_open {
        found.push(Reason::with(Code::P04, [terms.account.as_str()]));
    }
    let days_ahead = facts.today.until(statement.date).map_or(i64::MAX, |span| i64::from(span.get_days()));
    if let Some(moved) = facts.timing.moved(statement.date.max(facts.today)) {
        found.push(moved);
    } else if days_ahead < 0 {
        found.push(Reason::with(Code::P06, [statement.date.to_string()]));
    }
    if days_ahead > DAYS_AHEAD_MAX {
        found.push(Reason::with(Code::P07, [statement.date.to_string(), DAYS_AHEAD_MAX.to_string()]));
    }
    if facts.reach == Reach::Nowhere {
        found.push(Reason::new(Code::P33));
    }
    if facts.number_is_taken {
        found.push(Reason::with(Code::P10, [statement.number.to_string()]));
    }
    income(statement, facts, found);
    // A currency that is none of the three is found at its transfer.
    for currency in CONVERSION_CURRENCIES {
        let is_needed = currencies.contains(currency);
        let is_given = terms.conversion_rates.iter().any(|rate| rate.currency.as_str() == currency);
        match (is_needed, is_given) {
            (true, false) => found.push(Reason::with(Code::P08, [currency])),
            (false, true) => found.push(Reason::with(Code::P09, [currency])),
            (true, true) | (false, false) => {}
        }
    }
    // At a rate that no transfer needs nothing is sold.
    let needed = terms.conversion_rates.iter().filter(|rate| currencies.contains(rate.currency.as_str()));
    found.extend(refused_rates(needed, &facts.quotes).iter().map(RefusedRate::finding));
}

fn income(statement: Checked<'_>, facts: &CheckFacts, found: &mut Vec<Reason>) {
    let terms = statement.terms;
    let Some(enrollment) = facts.enrollment.as_ref().filter(|kind| kind.is_open) else {
        found.push(Reason::with(Code::P05, [terms.income.enrollment_code.as_str()]));
        return;
    };
    match terms.income.code {
        // A signed statement cannot be completed any more, so there is nobody to warn (spec section 2.5).
        None if statement.kind == StatementKind::Unsigned => found.push(Reason::new(Code::P11)),
        None => {}
        Some(code) if enrollment.allows(code) => {}
        Some(code) => {
            found.push(Reason::with(Code::P12, [code.to_string(), terms.income.enrollment_code.clone()]));
        }
    }
}
