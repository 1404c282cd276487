//! The accounts that the demo data promises.

use std::collections::HashSet;

use super::*;

fn bic() -> Bic {
    "044525999".parse().unwrap()
}

#[test]
fn the_numbers_are_those_of_the_demo_data() {
    let number = |serial| account_number(serial, &bic()).unwrap().to_string();
    assert_eq!(number(101), "40817810000000000101");
    assert_eq!(number(102), "40817810300000000102");
    assert_eq!(number(103), "40817810600000000103");
    assert_eq!(number(SERIAL_CLOSED), "40817810800000000107");
    assert!(account_number(SERIAL_LAST, &bic()).unwrap().control_key_is_valid(&bic()));
}

#[test]
fn there_are_ten_thousand_rows_and_one_is_closed() {
    let csv = employees_accounts_csv(&bic());
    let rows: Vec<&str> = csv.lines().skip(1).collect();
    assert_eq!(rows.len(), 10_000);
    let closed: Vec<&&str> = rows.iter().filter(|row| row.split(',').nth(1) == Some("0")).collect();
    assert_eq!(closed.len(), 1);
    assert!(closed[0].starts_with("40817810800000000107,"));
}

#[test]
fn no_two_holders_have_the_same_name() {
    let holders: HashSet<Holder> = (SERIAL_FIRST..=SERIAL_LAST).map(holder).collect();
    assert_eq!(holders.len(), 10_000);
}
