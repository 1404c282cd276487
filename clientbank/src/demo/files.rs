//! The files of the demo data, as a bank would have written them. Holders of employees' accounts are computed; all else
//! stands in `demo-data/`.

use std::io;
use std::path::Path;

use kernel::Bic;

use super::employees::employees_accounts_csv;

macro_rules! written {
    ($($name:literal),+) => {
        &[$(($name, include_str!(concat!("../../demo-data/", $name)))),+]
    };
}

/// Files whose text is part of the program.
const WRITTEN: &[(&str, &str)] = written! {
    "company_groups.csv", "companies.csv", "users.csv", "user_rights.csv", "oauth_clients.csv",
    "credentials.csv", "branches.csv", "day_rates.csv", "accounts.csv", "credit_limits.csv",
    "ledger_openings.csv", "holds.csv", "closing_balances.csv", "payroll_banks.csv", "tariff_plans.json",
    "client_tariff_plans.csv", "future_tariff_changes.csv", "webinars.json", "treasury_members.csv",
    "agreements.json"
};

pub fn demo_files(bic: &Bic) -> Vec<(&'static str, String)> {
    let written = WRITTEN.iter().map(|(name, text)| (*name, (*text).to_owned()));
    written.chain([("employees_accounts.csv", employees_accounts_csv(bic))]).collect()
}

/// Writes the files into `folder`, which is made when absent, and replaces older ones.
pub fn write_files(folder: &Path, bic: &Bic) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (name, text) in demo_files(bic) {
        std::fs::write(folder.join(name), text)?;
    }
    Ok(())
}
