//! A told day as a customer reads it, over HTTP: balances, operations, closing and camt.053.

use super::super::fleet::Fleet;
use crate::outcome::Outcome;
use crate::outside::User;

/// Operations that one page of the list has at most.
const PAGE: usize = 1_000;

/// A day of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Day {
    /// The balance at its beginning, in hundredths.
    pub(super) opening: i64,
    /// Purposes and amounts, in their order.
    pub(super) operations: Vec<(String, i64)>,
}

impl Day {
    /// The day, if this balance is the one at its end.
    fn closed_with(self, closing: i64, account: &str) -> Outcome<Self> {
        let moved: i64 = self.operations.iter().map(|(_, minor)| minor).sum();
        let is_whole = closing == self.opening + moved;
        if is_whole { Ok(self) } else { Err(format!("{account}: {closing} closes {self:?}").into()) }
    }
}

/// Balance of an account without what is on hold, and its last closing balance.
pub(super) fn balances(fleet: &Fleet, account: &str) -> Outcome<[i64; 2]> {
    let told = get(fleet, &format!("/v1/accounts/{account}?fields=Balance&fields=Rest"))?;
    Ok([lexeme(&told, "balance")?, lexeme(&told, "rest")?])
}

pub(super) fn operations(fleet: &Fleet, account: &str, day: &str) -> Outcome<Day> {
    let told = get(fleet, &format!("/v1/accounts/{account}/operations?from={day}&to={day}&limit={PAGE}"))?;
    let (_, listed) = told.split_once("\"operations\":[").ok_or("no operations")?;
    let operation = |text: &str| {
        let sign = if text.contains("\"side\":\"DEBIT\"") { -1 } else { 1 };
        let purpose = between(text, "\"purpose\":\"", "\"").ok_or("no purpose")?.to_owned();
        Ok((purpose, sign * lexeme(text, "amount")?))
    };
    let operations: Outcome<Vec<_>> = listed.split("{\"number\":").skip(1).map(operation).collect();
    let mut day = Day { opening: lexeme(&told, "openingBalance")?, operations: operations? };
    // The newest comes first.
    day.operations.reverse();
    day.closed_with(lexeme(&told, "closingBalance")?, account)
}

/// The statement camt.053 of a day that is closed, as a person gets it in the online bank.
pub(super) fn statement(fleet: &Fleet, cookies: &str, account: &str, day: &str) -> Outcome<Day> {
    let path = format!("/bank/accounts/{account}/operations/export?format=camt.053&from={day}&to={day}");
    let mut answer = ureq::get(&format!("{}{path}", fleet.identity())).header("cookie", cookies).call()?;
    let xml = answer.body_mut().read_to_string()?;
    let balance = |code: &str| {
        let mut all = xml.split("<Bal>").filter_map(|text| Some(text.split_once("</Bal>")?.0));
        let text = all.find(|text| text.contains(&format!("<Cd>{code}</Cd>")));
        amount(text.ok_or_else(|| format!("{account}, {day}: no balance {code}"))?)
    };
    let entry = |text: &str| {
        let purpose = between(text, "<Ustrd>", "</Ustrd>").ok_or("no purpose")?.to_owned();
        Ok((purpose, amount(text)?))
    };
    let operations: Outcome<Vec<_>> = xml.split("<Ntry>").skip(1).map(entry).collect();
    Day { opening: balance("OPBD")?, operations: operations? }.closed_with(balance("CLBD")?, account)
}

fn get(fleet: &Fleet, path: &str) -> Outcome<String> {
    User::new(&fleet.address(0), &fleet.tokens, None).read(path)
}

/// The first amount of a piece of camt.053.
fn amount(text: &str) -> Outcome<i64> {
    let digits = between(text, "<Amt Ccy=\"RUB\">", "</Amt>").ok_or("no amount")?;
    let sign = if text.contains("<CdtDbtInd>DBIT</CdtDbtInd>") { -1 } else { 1 };
    Ok(sign * minor(digits)?)
}

/// A number of JSON by its name, to the hundredth.
fn lexeme(json: &str, name: &str) -> Outcome<i64> {
    let (_, rest) = json.split_once(&format!("\"{name}\":")).ok_or_else(|| format!("no {name}: {json}"))?;
    minor(rest.split([',', '}']).next().unwrap_or_default())
}

/// An amount with two digits after its point, in hundredths.
pub(super) fn minor(text: &str) -> Outcome<i64> {
    let (_, fraction) = text.split_once('.').ok_or_else(|| format!("{text} has no point"))?;
    if fraction.len() != 2 {
        return Err(format!("{text} has no hundredths").into());
    }
    Ok(text.replace('.', "").parse()?)
}

fn between<'t>(text: &'t str, begin: &str, end: &str) -> Option<&'t str> {
    Some(text.split_once(begin)?.1.split_once(end)?.0)
}
