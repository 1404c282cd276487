//! `clientbank reconcile`: compares balances of the bank's other books with those here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use accounts::Break;
use clap::Args;
use jiff::civil::Date;
use kernel::{AccountNumber, Money};
use serde_json::{Value, json};
use store::{StoreError, Tx};

use super::database::{WithRemedy as _, on_current};
use super::operator::author;
use super::{Failure, at};
use crate::application::Surroundings;
use crate::configuration::Sources;
use crate::terminal::{remark, say};

const COLUMNS: [&str; 2] = ["account", "balance"];
/// The most accounts of a file.
const ACCOUNTS_MAX: usize = 20_000_000;

#[derive(Args)]
pub(super) struct ReconcileArguments {
    /// A CSV file with the columns `account` and `balance`, one row for each account with a number.
    file: PathBuf,
    /// The day at the end of which the accounts had these balances; it is closed here.
    #[arg(long)]
    day: Date,
}

pub(super) fn run(arguments: &ReconcileArguments, settings: &Sources) -> Result<(), Failure> {
    let (balances, twice) = read(&arguments.file)?;
    let (day, read) = (arguments.day, balances.len() + twice.len());
    on_current(settings, async |configuration, Surroundings { store, clock, randomness, .. }| {
        let done = accounts::reconcile(&store, &configuration.bank.zone, day, balances).await;
        let mut done = done.map_err(|error| format!("{day}: {error}"))?;
        // Nobody knows which of its balances counts: it is no other difference besides.
        done.breaks.retain(|account, _| !twice.contains(account));
        for (account, difference) in &done.breaks {
            say(&line(account, difference).to_string());
        }
        for account in &twice {
            say(&json!({ "account": account, "difference": "TWICE" }).to_string());
        }
        let (agree, differ) = (done.agree, done.breaks.len() + twice.len());
        let author = author();
        let work = move |tx: &mut Tx| {
            let object = ("books", day.to_string());
            let entry = author.entry(clock.now(), &*randomness, "books.reconciled", object);
            audit::record(tx, entry.detail(json!({ "rows": read, "agree": agree, "differ": differ })))
        };
        store.write::<_, StoreError>("accounts.reconciled", work).await.told()?;
        remark(&format!("{day}: {agree} accounts agree, {differ} differ"));
        if differ == 0 { Ok(()) } else { Err(format!("{differ} differences").into()) }
    })
}

fn line(account: &str, difference: &Break) -> Value {
    match difference {
        Break::OtherBalance(there, here) => json!({
            "account": account, "difference": "OTHER_BALANCE", "there": there.to_string(), "here": here.to_string(),
        }),
        Break::MissingThere(here) => {
            json!({ "account": account, "difference": "MISSING_THERE", "here": here.to_string() })
        }
        Break::MissingHere(there) => {
            json!({ "account": account, "difference": "MISSING_HERE", "there": there.to_string() })
        }
    }
}

/// Balances of a file by their accounts, and apart from them the accounts that it names again with another balance.
type Balances = (BTreeMap<AccountNumber, Money>, BTreeSet<String>);

fn read(path: &Path) -> Result<Balances, Failure> {
    let wrong = |line: u64, what: String| Failure::from(format!("{}:{line}: {what}", path.display()));
    let mut reader = csv::Reader::from_path(path).map_err(at(path))?;
    let header = reader.headers().map_err(|error| wrong(1, error.to_string()))?;
    if header.iter().map(|name| name.trim_start_matches('\u{feff}')).ne(COLUMNS) {
        return Err(wrong(1, format!("must be {}", COLUMNS.join(","))));
    }
    let (mut balances, mut twice) = (BTreeMap::new(), BTreeSet::new());
    for row in reader.records() {
        let row =
            row.map_err(|error| wrong(error.position().map_or(0, csv::Position::line), error.to_string()))?;
        let at = row.position().map_or(0, csv::Position::line);
        let cell = |place: usize| row.get(place).unwrap_or_default();
        let account: AccountNumber =
            cell(0).parse().map_err(|error| wrong(at, format!("account: {error}")))?;
        let balance: Money = cell(1).parse().map_err(|error| wrong(at, format!("balance: {error}")))?;
        if balances.len() == ACCOUNTS_MAX {
            return Err(wrong(at, format!("{ACCOUNTS_MAX} accounts are the most")));
        }
        if balances.insert(account.clone(), balance).is_some_and(|before| before != balance) {
            twice.insert(account.to_string());
        }
    }
    balances.retain(|account, _| !twice.contains(account.as_str()));
    Ok((balances, twice))
}
