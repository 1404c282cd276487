use kernel::Money;

use super::{SoughtTransfer, TransferOrder, TransferSearch};

fn transfer(line: i64, name: &str, amount: Option<i64>) -> SoughtTransfer {
    SoughtTransfer {
        line,
        name: name.to_owned(),
        account: "40817810500000000101".to_owned(),
        card: Some("2200700000000037".to_owned()),
        amount: amount.map(Money::from_minor),
    }
}

#[test]
fn onl_03_a_transfer_is_found_by_name_account_card_or_amount() {
    let one = transfer(1, "Фёдорова Анна  Ильинична", Some(123_450));
    for typed in [
        "фёдор",
        "ФЕДОРОВА",
        "анна ильинична",
        " Анна ",
        "1234,50",
        "1 234.5",
        "1\u{a0}234,50\u{a0}₽",
        "1,234.50\u{a0}₽",
        "0000000101",
        "4081 7810 5",
        "22007000",
    ] {
        assert!(TransferSearch::parse(typed).unwrap().finds(&one), "{typed}");
    }
    for typed in ["Иван", "1234,51", "1234", "101", "40702", "123450", "-1234,50", "%", "_", "а\u{0}"] {
        assert!(!TransferSearch::parse(typed).unwrap().finds(&one), "{typed}");
    }
    assert_eq!(TransferSearch::parse(" \u{a0} "), None);
    let long = "ф".repeat(10_000);
    assert!(!TransferSearch::parse(&long).unwrap().finds(&one));
    assert!(!TransferSearch::parse("0").unwrap().finds(&transfer(1, "А", None)), "no amount is not zero");
}

#[test]
fn onl_03_transfers_stand_by_line_name_or_amount() {
    let rows = [
        transfer(1, "яковлев Пётр", Some(100)),
        transfer(2, "Ёлкин Иван", None),
        transfer(3, "Андреев Олег", Some(300)),
        transfer(4, "андреев олег", Some(300)),
        transfer(5, "Ежова Нина", Some(-5)),
    ];
    for (order, lines) in [
        (TransferOrder::Line, [1, 2, 3, 4, 5]),
        (TransferOrder::Name, [3, 4, 5, 2, 1]),
        (TransferOrder::Amount, [3, 4, 1, 5, 2]),
    ] {
        let mut sorted = rows.to_vec();
        sorted.reverse();
        order.sort(&mut sorted);
        assert_eq!(sorted.iter().map(|row| row.line).collect::<Vec<_>>(), lines, "{order}");
    }
}
