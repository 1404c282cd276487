//! `clientbank payroll sample`: a request that the demo takes as it is, and executes once it is signed.

use clap::Args;
use kernel::{AccountNumber, Bic, Clock, Money, Randomness, SystemClock, SystemRandomness};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::commands::Failure;
use crate::demo::employees::{Holder, SERIAL_CLOSED, SERIAL_FIRST, SERIAL_LAST, account_number, holder};
use crate::terminal::say;

/// The demo's bank and the one that its rail reaches.
const OWN_BIC: &str = "044525999";
const OTHER_BIC: &str = "044525998";
/// The first serial number of an account at the other bank.
const OTHER_SERIAL_FIRST: u32 = 201;
/// The least amount of the first transfer, in kopecks; each next one pays a kopeck more, so that no two amounts are the
/// same.
const AMOUNT_MINOR: i64 = 5_000_000;
/// The amounts of the first transfer that there are: statements of different identifiers pay different ones, so that
/// none is warned of as a repeat of another.
const AMOUNTS: u32 = 1_000_000;

#[derive(Args)]
pub(super) struct SampleArguments {
    /// The number of transfers, 1 to 10000.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    transfers: u32,
    /// The number of transfers to the other bank, the last ones.
    #[arg(long, default_value_t = 0)]
    other_bank: u32,
    /// The statement's external identifier; a random one without it.
    #[arg(long)]
    external_id: Option<String>,
    /// The account that pays.
    #[arg(long, default_value = "40702810600000000001")]
    account: AccountNumber,
    /// Print the payload alone: the text that is signed.
    #[arg(long)]
    payload: bool,
}

/// The body of `POST /v1/statements`.
#[derive(Serialize)]
struct Request {
    payload: Statement,
}

/// A statement without a date, which makes it one of the day on which it is sent.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Statement {
    external_id: String,
    account: String,
    transfers_count: u32,
    total_amount: Box<RawValue>,
    enrollment_code: &'static str,
    income_code: u8,
    transfers: Vec<Transfer>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Transfer {
    order_number: u32,
    last_name: &'static str,
    first_name: &'static str,
    middle_name: &'static str,
    amount: Box<RawValue>,
    currency: &'static str,
    account: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    bic: Option<&'static str>,
}

pub(super) fn run(arguments: &SampleArguments) -> Result<(), Failure> {
    let payload = statement(arguments, &SystemClock, &SystemRandomness)?;
    say(&if arguments.payload {
        serde_json::to_string_pretty(&payload)?
    } else {
        serde_json::to_string_pretty(&Request { payload })?
    });
    Ok(())
}

fn statement(
    arguments: &SampleArguments,
    clock: &impl Clock,
    randomness: &impl Randomness,
) -> Result<Statement, Failure> {
    let id = || randomness.uuid(clock.now()).to_string();
    let external_id = arguments.external_id.clone().unwrap_or_else(id);
    let first_minor = first_minor(&external_id);
    let own = arguments.transfers.saturating_sub(arguments.other_bank);
    let transfers = (0..arguments.transfers)
        .map(|index| {
            let minor = first_minor + i64::from(index);
            if index < own { to_own(index, minor) } else { to_other(index, index - own, minor) }
        })
        .collect::<Result<Vec<_>, _>>()?;
    let total: i64 = (0..i64::from(arguments.transfers)).map(|index| first_minor + index).sum();
    Ok(Statement {
        external_id,
        account: arguments.account.to_string(),
        transfers_count: arguments.transfers,
        total_amount: amount(total)?,
        enrollment_code: "01",
        income_code: 1,
        transfers,
    })
}

/// Returns the amount of the first transfer, which follows from the identifier.
fn first_minor(external_id: &str) -> i64 {
    let step = external_id.bytes().fold(0, |sum: u32, byte| (sum * 257 + u32::from(byte)) % AMOUNTS);
    AMOUNT_MINOR + i64::from(step)
}

/// An account here. The closed one is left out, and after the last open one the first comes again.
fn to_own(index: u32, minor: i64) -> Result<Transfer, Failure> {
    let open = SERIAL_LAST - SERIAL_FIRST;
    let serial = SERIAL_FIRST + index % open;
    let serial = if serial < SERIAL_CLOSED { serial } else { serial + 1 };
    transfer(index, serial, minor, (OWN_BIC, None))
}

fn to_other(index: u32, serial: u32, minor: i64) -> Result<Transfer, Failure> {
    transfer(index, OTHER_SERIAL_FIRST + serial, minor, (OTHER_BIC, Some(OTHER_BIC)))
}

fn transfer(
    index: u32,
    serial: u32,
    minor: i64,
    (bank, bic): (&str, Option<&'static str>),
) -> Result<Transfer, Failure> {
    let bank: Bic = bank.parse()?;
    let account = account_number(serial, &bank).ok_or("there is no account with so many digits")?;
    let Holder { last_name, first_name, middle_name } = holder(serial);
    Ok(Transfer {
        order_number: index + 1,
        last_name,
        first_name,
        middle_name,
        amount: amount(minor)?,
        currency: "RUR",
        account: account.to_string(),
        bic,
    })
}

/// The digits of an amount, so that no binary fraction comes in between.
fn amount(minor: i64) -> Result<Box<RawValue>, Failure> {
    Ok(RawValue::from_string(Money::from_minor(minor).to_string())?)
}
