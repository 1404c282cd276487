//! `clientbank accounts`: the accounts of the last login, as a table or as JSON.

use clap::{Args, Subcommand};
use kernel::AccountNumber;
use sdk::{Account, AccountField, Page};
use serde_json::{Map, Value};

use super::Failure;
use super::client::TokenFile;
use crate::terminal::say_all;

#[derive(Args)]
pub(in crate::commands) struct AccountsArguments {
    #[command(subcommand)]
    action: Action,
    /// The fields to show, separated by commas: Number, Name, Balance and 23 more.
    #[arg(long, global = true, value_delimiter = ',', default_value = "Number,Name,Currency,Balance")]
    fields: Vec<AccountField>,
    /// Print one JSON object per account; amounts are texts, so that no program rounds them.
    #[arg(long, global = true)]
    json: bool,
    #[command(flatten)]
    file: TokenFile,
}

#[derive(Subcommand)]
enum Action {
    /// Every account that the user may see.
    List {
        /// The most accounts, 1 to 1000; without it, all.
        #[arg(long)]
        limit: Option<u32>,
        /// Accounts to skip from the beginning.
        #[arg(long)]
        offset: Option<u32>,
    },
    /// One account.
    Get {
        /// Its number, 20 digits.
        number: AccountNumber,
    },
}

pub(super) fn run(arguments: &AccountsArguments) -> Result<(), Failure> {
    let accounts = arguments.file.with_bank(|bank| match &arguments.action {
        Action::List { limit, offset } => {
            Ok(bank.accounts(&arguments.fields, Page { limit: *limit, offset: *offset })?)
        }
        Action::Get { number } => Ok(vec![bank.account(number, &arguments.fields)?]),
    })?;
    if arguments.json {
        say_all(accounts.iter().map(|account| json(account, &arguments.fields)));
    } else {
        say_all(table(&accounts, &arguments.fields));
    }
    Ok(())
}

fn json(account: &Account, fields: &[AccountField]) -> String {
    let values =
        fields.iter().map(|field| (field.as_str().to_owned(), Value::String(account.text_of(*field))));
    Value::Object(values.collect::<Map<_, _>>()).to_string()
}

/// Columns as wide as their longest text.
fn table(accounts: &[Account], fields: &[AccountField]) -> Vec<String> {
    let head = fields.iter().map(|field| field.as_str().to_owned()).collect();
    let rows = accounts.iter().map(|account| fields.iter().map(|field| account.text_of(*field)).collect());
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..fields.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(text, width)| format!("{text:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
