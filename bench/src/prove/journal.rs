//! The journal of sent statements, and their expected ends.

use kernel::{AccountNumber, Bic, Money};
use payroll::triggers::rail_act;
use serde_json::{Value, json};

use super::Dice;
use super::client::Signers;
use crate::outcome::Outcome;

/// The company's debit account in the demo's data.
pub(super) const PAYER: &str = "40702810600000000001";
pub(super) const COMPANY: &str = "C00001";
/// The bank's own BIC in the demo's data, and that of the bank which the embedded rail reaches.
pub(super) const OWN_BIC: &str = "044525999";
const OTHER_BIC: &str = "044525998";
/// A bank that the rail does not reach.
const UNKNOWN_BIC: &str = "044525000";
/// Serial numbers of employees' accounts in the demo's data.
const SERIAL_FIRST: u64 = 101;
const SERIALS: u64 = 60;
const SERIAL_CLOSED: u64 = 107;
/// The most of one transfer, in hundredths: the payer has enough for 300,000 statements.
const AMOUNT_MINOR_MAX: u64 = 1_000_000;
/// More than the payer has, in hundredths.
const TOO_MUCH_MINOR: i64 = 9_000_000_000_000;

/// A rate within the bank's tolerance, and rates that would give away dollars, leave the range of an amount, or buy
/// nothing.
const FAIR_RATE: &str = "80.85";
/// The fair rate in roubles for 10,000 dollars.
const FAIR_RATE_PER_10000: i64 = 808_500;
const HOSTILE_RATES: [&str; 5] = ["0.0001", "0.000000001", "0.0000000001", "83.2756", "999999999.99"];

/// One transfer and its expected end.
#[derive(Clone, Debug)]
struct Line {
    account: String,
    bic: Option<&'static str>,
    minor: i64,
    /// The part that is to be dollars.
    percent: Option<u64>,
    fate: Fate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Credited at this bank.
    Paid,
    /// Settled by the rail.
    Settled,
    /// Refused or returned.
    Declined,
}

/// A statement as the harness knows it.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    pub(super) external_id: String,
    lines: Vec<Line>,
    /// Its rate is found in CHECKING.
    is_hostile: bool,
    pub(super) body: String,
    /// The bank answered 202, or that it has the statement.
    pub(super) is_acknowledged: bool,
}

/// The expected end of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct End {
    pub(super) state: &'static str,
    /// The money that reached employees, in hundredths.
    pub(super) executed: i64,
}

/// Adds so many random statements, signed; returns the place of the first.
pub(super) fn add(journal: &mut Vec<Sent>, count: u64, dice: &Dice, signers: &Signers) -> Outcome<usize> {
    let first = journal.len();
    for _ in 0..count {
        journal.push(statement(dice, signers, journal.len())?);
    }
    Ok(first)
}

/// Counts the statements that the bank has acknowledged.
pub(super) fn acknowledged(journal: &[Sent]) -> usize {
    journal.iter().filter(|sent| sent.is_acknowledged).count()
}

pub(super) fn statement(dice: &Dice, signers: &Signers, number: usize) -> Outcome<Sent> {
    let is_too_much = dice.below(16) == 0;
    let count = 1 + dice.below(6);
    let mut lines: Vec<Line> = (0..count).map(|_| line(dice)).collect();
    if is_too_much {
        lines[0].minor = TOO_MUCH_MINOR;
    }
    let rate = match dice.below(8) {
        0 => Some(HOSTILE_RATES[usize::try_from(dice.below(5)).unwrap_or(0)]),
        1 => Some(FAIR_RATE),
        _ => None,
    };
    if rate.is_some() {
        // No employee of the demo has an account in dollars, so a transfer converted at a fair rate is refused.
        lines[0] = Line {
            percent: Some(1 + dice.below(100)),
            fate: Fate::Declined,
            minor: lines[0].minor.max(10_000),
            ..own(dice)
        };
    }
    let is_hostile = rate.is_some_and(|rate| rate != FAIR_RATE);
    if is_too_much || is_hostile {
        for line in &mut lines {
            line.fate = Fate::Declined;
        }
    }
    let external_id = format!("prove-{number}");
    let body = signers.body(&payload(&external_id, rate, &lines))?;
    Ok(Sent { external_id, lines, is_hostile, body, is_acknowledged: false })
}

fn line(dice: &Dice) -> Line {
    let own = own(dice);
    let abroad = |bic, fate| {
        let account = account(SERIAL_FIRST + dice.below(SERIALS), bic);
        Line { account, bic: Some(bic), fate, ..own.clone() }
    };
    match dice.below(8) {
        0 => abroad(OTHER_BIC, Fate::Settled),
        1 => abroad(UNKNOWN_BIC, Fate::Declined),
        _ => own,
    }
}

fn own(dice: &Dice) -> Line {
    let mut minor = 1 + i64::try_from(dice.below(AMOUNT_MINOR_MAX)).unwrap_or(0);
    // The processes are sandboxes, where some amounts ask for an end of their own.
    while rail_act(Money::from_minor(minor)).is_some() {
        minor += 1;
    }
    let serial = SERIAL_FIRST + dice.below(SERIALS);
    let fate = if serial == SERIAL_CLOSED { Fate::Declined } else { Fate::Paid };
    Line { account: account(serial, OWN_BIC), bic: None, minor, percent: None, fate }
}

/// The number of an employee's account.
pub(super) fn account(serial: u64, bic: &str) -> String {
    account_in("810", serial, bic)
}

/// The number of an employee's account in the currency with these three digits.
fn account_in(currency: &str, serial: u64, bic: &str) -> String {
    let number = format!("40817{currency}000000{:06}", serial % 1_000_000);
    let number: Option<AccountNumber> = number.parse().ok();
    let bic: Option<Bic> = bic.parse().ok();
    number.zip(bic).map(|(number, bic)| number.with_control_key(&bic).to_string()).unwrap_or_default()
}

/// The rows of `employees_accounts.csv` that give each employee with an open account one in dollars.
pub(super) fn dollar_accounts() -> String {
    let serials = (SERIAL_FIRST..SERIAL_FIRST + SERIALS).filter(|serial| *serial != SERIAL_CLOSED);
    let row = |serial| {
        let (dollars, roubles) = (account_in("840", serial, OWN_BIC), account(serial, OWN_BIC));
        format!("{dollars},1,001,Иванов,Иван,{roubles}\n")
    };
    let header = "number,status,branch_id,last_name,first_name,rouble_account\n";
    serials.fold(header.to_owned(), |rows, serial| rows + &row(serial))
}

/// The payload of a statement with these transfers. Amounts are written as the exact decimals they are.
fn payload(external_id: &str, rate: Option<&str>, lines: &[Line]) -> String {
    let transfers: Vec<String> = (1..).zip(lines).map(|(number, line)| transfer(number, line)).collect();
    let total = Money::from_minor(lines.iter().map(|line| line.minor).sum());
    let rates = rate
        .map(|rate| format!(r#""conversionRates":[{{"rate":{rate},"currency":"USD"}}],"#))
        .unwrap_or_default();
    format!(
        r#"{{"externalId":"{external_id}",{rates}"account":"{PAYER}","transfersCount":{},"totalAmount":{total},"enrollmentCode":"01","incomeCode":1,"transfers":[{}]}}"#,
        lines.len(),
        transfers.join(",")
    )
}

fn transfer(number: usize, line: &Line) -> String {
    let bic = line.bic.map(|bic| format!(r#","bic":{}"#, json!(bic))).unwrap_or_default();
    let percent =
        line.percent.map(|percent| format!(r#","conversion":[{{"percent":{percent},"currency":"USD"}}]"#));
    let conversion = percent.unwrap_or_default();
    format!(
        r#"{{"lastName":"Иванов","firstName":"Иван","orderNumber":{number},"amount":{},"account":"{}","currency":"RUR"{bic}{conversion}}}"#,
        Money::from_minor(line.minor),
        line.account
    )
}

/// Tells whether the bank that executes a transfer refuses it, as the embedded players do: by what an order, or a part
/// of one, says of it.
pub(super) fn refuses(transfer: &Value) -> bool {
    let closed = account(SERIAL_CLOSED, OWN_BIC);
    let (account, bic) = (&transfer["payee"]["account"], &transfer["payee"]["bic"]);
    let is_converted = transfer["conversions"].as_array().is_some_and(|some| !some.is_empty());
    bic == UNKNOWN_BIC || account == closed.as_str() || is_converted
}

impl Sent {
    pub(super) fn end(&self) -> End {
        let executed =
            self.lines.iter().filter(|line| line.fate != Fate::Declined).map(|line| line.minor).sum();
        let declined = self.lines.iter().filter(|line| line.fate == Fate::Declined).count();
        let state = match declined {
            _ if self.is_hostile => "ERROR",
            0 => "EXECUTED",
            declined if declined < self.lines.len() => "PARTLY_EXECUTED",
            _ => "DECLINED",
        };
        End { state, executed }
    }

    /// Has a transfer be paid that is converted at a fair rate, because employees have [`dollar_accounts`].
    pub(super) fn pay_dollars(&mut self) {
        let is_refused = self.is_hostile || self.lines.iter().any(|line| line.minor == TOO_MUCH_MINOR);
        let closed = account(SERIAL_CLOSED, OWN_BIC);
        let fair = |line: &&mut Line| line.percent.is_some() && line.account != closed;
        for line in self.lines.iter_mut().filter(fair).filter(|_| !is_refused) {
            line.fate = Fate::Paid;
        }
    }

    /// Accounts at this bank and their expected sums.
    pub(super) fn paid(&self) -> impl Iterator<Item = (String, i64)> {
        let paid = self.lines.iter().filter(|line| line.fate == Fate::Paid).flat_map(|line| {
            // The most that the part buys, and what that costs, are whole hundredths.
            let part = line.minor * i64::try_from(line.percent.unwrap_or(0)).unwrap_or(0) / 100;
            let cents = part * 10_000 / FAIR_RATE_PER_10000;
            let cost = (cents * FAIR_RATE_PER_10000 + 9_999) / 10_000;
            let serial = line.account.get(14..).and_then(|serial| serial.parse().ok()).unwrap_or(0);
            [(line.account.clone(), line.minor - cost), (account_in("840", serial, OWN_BIC), cents)]
        });
        paid.filter(|(_, minor)| *minor != 0)
    }

    /// Numbers and sums of the transfers that leave for other banks, whatever becomes of them.
    pub(super) fn to_others(&self) -> impl Iterator<Item = (i64, i64)> {
        let others = (1..).zip(&self.lines).filter(|(_, line)| line.bic.is_some());
        others.map(|(number, line)| (number, line.minor))
    }

    /// Computes the money that leaves for other banks.
    pub(super) fn settled(&self) -> i64 {
        self.lines.iter().filter(|line| line.fate == Fate::Settled).map(|line| line.minor).sum()
    }
}
