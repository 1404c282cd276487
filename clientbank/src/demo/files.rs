//! The files of the demo data, as a bank would have written them. Holders of employees' accounts are computed; all else
//! stands in `demo-data/`.

use std::io;
use std::path::Path;

use kernel::Bic;

use super::employees::employees_accounts_csv;

/// Files whose text is part of the program.
const WRITTEN: &[(&str, &str)] = &[
    ("company_groups.csv", include_str!("../../demo-data/company_groups.csv")),
    ("companies.csv", include_str!("../../demo-data/companies.csv")),
    ("users.csv", include_str!("../../demo-data/users.csv")),
    ("user_rights.csv", include_str!("../../demo-data/user_rights.csv")),
    ("oauth_clients.csv", include_str!("../../demo-data/oauth_clients.csv")),
    ("credentials.csv", include_str!("../../demo-data/credentials.csv")),
    ("branches.csv", include_str!("../../demo-data/branches.csv")),
    ("day_rates.csv", include_str!("../../demo-data/day_rates.csv")),
    ("accounts.csv", include_str!("../../demo-data/accounts.csv")),
    ("credit_limits.csv", include_str!("../../demo-data/credit_limits.csv")),
    ("ledger_openings.csv", include_str!("../../demo-data/ledger_openings.csv")),
    ("holds.csv", include_str!("../../demo-data/holds.csv")),
    ("closing_balances.csv", include_str!("../../demo-data/closing_balances.csv")),
    ("payroll_banks.csv", include_str!("../../demo-data/payroll_banks.csv")),
    ("tariff_plans.json", include_str!("../../demo-data/tariff_plans.json")),
    ("client_tariff_plans.csv", include_str!("../../demo-data/client_tariff_plans.csv")),
    ("future_tariff_changes.csv", include_str!("../../demo-data/future_tariff_changes.csv")),
    ("webinars.json", include_str!("../../demo-data/webinars.json")),
    ("treasury_members.csv", include_str!("../../demo-data/treasury_members.csv")),
    ("agreements.json", include_str!("../../demo-data/agreements.json")),
];

/// Every file by name, with its text.
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
