//! The rows of the requirements that are called done. The list may only grow: a row is added in the change that adds
//! the last of its tests.

use super::test_names;
use crate::source::Source;

/// Area and number of each row, as its tests are named.
pub(super) const ROWS_DONE: &[&str] = &[
    "gen_01", "gen_02", "gen_03", "gen_04", "gen_05", "gen_06", "gen_07", "gen_08", "gen_09", "gen_10",
    "idn_01", "idn_02", "idn_03", "idn_04", "idn_05", "idn_06", "idn_07", "idn_08", "idn_09", "idn_10",
    "idn_11", "acc_01", "acc_02", "acc_03", "acc_04", "acc_05", "acc_06", "ctc_01", "ctc_02", "ctc_03",
    "ctc_04", "ctc_05", "ctc_06", "pay_01", "pay_02", "pay_03", "pay_04", "pay_05", "pay_06", "pay_07",
    "pay_08", "pay_09", "pay_10", "pay_11", "pay_12", "pay_13", "pay_14", "pay_15", "tar_01", "tar_02",
    "tar_03", "tar_04", "tar_05", "tar_06", "tar_07", "tar_08", "tar_09", "web_01", "web_02", "web_03",
    "web_04", "tre_01", "tre_02", "agr_01", "agr_02", "agr_03",
];

/// One line for every row without a test function that carries its number.
pub(super) fn gaps(rows: &[&str], sources: &[Source]) -> Vec<String> {
    let names = test_names(sources);
    let has_test = |row: &str| names.iter().any(|name| name.starts_with(&format!("{row}_")));
    rows.iter()
        .filter(|row| !has_test(row))
        .map(|row| format!("requirements row {row} is called done, but no test is named {row}_…"))
        .collect()
}
