//! Proves entries of an archive.

use std::collections::BTreeMap;

use retention::ArchivedRow;

/// Finds entries of a unit that are not whole: postings that do not add up to zero in a currency or are not as many
/// as the entry tells, and operations without their posting.
pub(super) fn prove(rows: &[ArchivedRow]) -> Vec<String> {
    let mut sums = BTreeMap::<(&str, &str), i128>::new();
    let mut missing = BTreeMap::<&str, i64>::new();
    let mut lines = BTreeMap::<(&str, i64), &str>::new();
    for row in rows {
        let Some(entry) = row.text("entry_id") else { continue };
        match row.table.as_str() {
            "journal_entries" => {
                *missing.entry(entry).or_default() += row.integer("postings_count").unwrap_or(i64::MAX);
            }
            "postings" => {
                *missing.entry(entry).or_default() -= 1;
                let amount = row.integer("amount_minor").unwrap_or(i64::MAX);
                *sums.entry((entry, row.text("currency").unwrap_or_default())).or_default() +=
                    i128::from(amount);
                lines.insert(
                    (entry, row.integer("line").unwrap_or(0)),
                    row.text("ledger_account_id").unwrap_or_default(),
                );
            }
            _ => {}
        }
    }
    let off = sums.into_iter().filter(|(_, sum)| *sum != 0);
    let mut found: Vec<String> = off
        .map(|((entry, currency), sum)| format!("the postings of entry {entry} come to {sum} {currency}"))
        .collect();
    let torn = missing.into_iter().filter(|(_, missing)| *missing != 0);
    found.extend(torn.map(|(entry, _)| format!("entry {entry} has another number of postings")));
    let operations = rows.iter().filter(|row| row.table == "operations");
    found.extend(operations.filter_map(|row| {
        let place = (row.text("entry_id")?, row.integer("line")?);
        let account = row.text("ledger_account_id")?;
        (lines.get(&place) != Some(&account)).then(|| format!("an operation of {account} has no posting"))
    }));
    found
}
