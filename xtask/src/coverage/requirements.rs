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
    "web_04", "tre_01", "tre_02", "agr_01", "agr_02", "agr_03", "idn_12", "bnk_01", "bnk_02", "bnk_03",
    "bnk_04", "bnk_05", "bnk_06", "bnk_07", "bnk_08", "bnk_09", "bnk_10", "evt_01", "evt_02", "lif_01",
    "lif_02", "lif_03", "lif_04", "lif_05", "lif_06", "lif_07", "lif_08", "lif_09", "onl_01", "onl_02",
    "onl_03", "onl_04", "onl_05", "onl_06", "onl_07", "onl_08", "ops_01", "ops_02", "ops_03", "ops_04",
    "ops_05", "sbx_01", "sbx_02", "sbx_03", "sbx_04", "sbx_05", "sbx_06", "sim_01", "sim_02",
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
