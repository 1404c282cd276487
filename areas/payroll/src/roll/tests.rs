use kernel::{Language, Money};

use super::{CellError, Column, CorrectionFile, FaultyCell, FileError, Roll};
use crate::transfer::{Conversion, SentAmount, Transfer};

const HEAD: &str = "Фамилия;Имя;Сумма;Счёт";

fn roll(text: &str) -> Roll {
    Roll::of_file(text.as_bytes()).unwrap()
}

fn transfers(roll: &Roll) -> Vec<Transfer> {
    (1..).zip(&roll.rows).map(|(line, row)| roll.transfer(line, row).0).collect()
}

#[test]
fn columns_are_known_by_every_name() {
    for column in Column::ALL {
        assert_eq!(Column::of_wire(column.wire()), Some(column));
        for language in [Language::Russian, Language::English] {
            let name = column.name(language);
            for written in
                [name.to_owned(), name.to_uppercase(), format!("  {name} *"), name.replace('ё', "е")]
            {
                assert_eq!(Column::of_head(&written), Some(column), "{written}");
            }
        }
    }
    assert_eq!(Column::of_head("№  П/П"), Some(Column::OrderNumber));
    assert_eq!(Column::of_head("Примечание"), None);
}

#[test]
fn a_row_becomes_a_transfer_with_every_field() {
    let text = "№;Фамилия;Имя;Отчество;Сумма;Счёт;БИК;Валюта;Табельный номер;Дата рождения;Номер \
        карты;Удержано;Конверсия;Отдел\n\
        7;Смирнова;Анна;Петровна;1 234,5;4081 7810 0000 0000 0101;044525999;;0042;17.05.1990;2200 0000 0000 \
        0004;10;30 usd, 20% EUR;IT\n\
        ;Орлов;Пётр;;1;2;;USD;;;;;";
    let roll = roll(text);
    assert_eq!(roll.ignored, ["Отдел"]);
    let of_both = transfers(&roll);
    let first = &of_both[0];
    assert_eq!((first.line, first.order_number), (1, 7));
    assert_eq!(first.amount, SentAmount::Exact(Money::from_minor(123_450)));
    assert_eq!(first.account, "40817810000000000101");
    assert_eq!((first.currency.as_str(), first.bic.as_deref()), ("RUR", Some("044525999")));
    assert_eq!(
        (first.birth_date.as_deref(), first.card_number.as_deref()),
        (Some("1990-05-17"), Some("2200000000000004"))
    );
    assert_eq!(first.deduction, Some(SentAmount::Exact(Money::from_minor(1_000))));
    let part = |percent, currency: &str| Conversion { percent, currency: currency.to_owned() };
    assert_eq!(first.conversion, [part(30, "USD"), part(20, "EUR")]);
    let second = &of_both[1];
    assert_eq!((second.line, second.order_number, second.currency.as_str()), (2, 2, "USD"));
    assert_eq!(
        (second.middle_name.as_deref(), second.bic.as_deref(), second.deduction.as_ref()),
        (None, None, None)
    );
    assert_eq!(roll.total(), Some(Money::from_minor(123_550)));
    // Copied from transfers, it says the same.
    assert_eq!(transfers(&Roll::of_transfers(&of_both)), of_both);
}

#[test]
fn cells_that_cannot_become_fields_are_named() {
    let text = format!(
        "{HEAD};№;Конверсия\nА\u{202e}Б;И;1,000;2;x;\nА;И;1;2;1.5;всё\nА;\"И\nИ\";1;2;99999999999999999999;30\nА;И;1;2;-1;100 USD"
    );
    let (_, faulty) = roll(&text).sent().unwrap();
    let cell = |line, column, fault| FaultyCell { line, column, fault };
    assert_eq!(
        faulty,
        [
            cell(1, Column::LastName, CellError::Characters),
            cell(1, Column::Amount, CellError::UnclearMark),
            cell(1, Column::OrderNumber, CellError::NotWhole),
            cell(2, Column::OrderNumber, CellError::NotWhole),
            cell(2, Column::Conversion, CellError::NotConversion),
            cell(3, Column::FirstName, CellError::Characters),
            cell(3, Column::OrderNumber, CellError::NotWhole),
            cell(3, Column::Conversion, CellError::NotConversion),
        ]
    );
}

#[test]
fn a_file_that_is_no_roll_says_why() {
    let found = |text: &str| Roll::of_file(text.as_bytes()).unwrap_err();
    assert_eq!(found("Фамилия;Сумма\nА;1"), FileError::Missing(vec![Column::FirstName, Column::Account]));
    assert_eq!(found(&format!("{HEAD};amount\nА;И;1;2;3")), FileError::Twice(Column::Amount));
    assert_eq!(found(HEAD), FileError::NoRows);
    let rows = "А;И;1;2\n".repeat(10_000);
    assert_eq!(roll(&format!("{HEAD}\n{rows}")).rows.len(), 10_000);
    let found = found(&format!("{HEAD}\n{rows}А;И;1;2"));
    assert_eq!(found, FileError::Unreadable(sheets::Unreadable::TooManyRows { max: 10_001 }));
}

#[test]
fn a_total_that_leaves_its_range_is_none() {
    let most = "92233720368547758.07";
    assert_eq!(roll(&format!("{HEAD}\nА;И;{most};2\nА;И;x;2")).total(), Some(Money::from_minor(i64::MAX)));
    assert_eq!(roll(&format!("{HEAD}\nА;И;{most};2\nА;И;0.01;2")).total(), None);
}

#[test]
fn online_bank_09_a_version_that_cannot_be_read_is_that_of_no_transfer() {
    let file = CorrectionFile::read("Строка;Версия;Счёт\n17;1,00;40817".as_bytes()).unwrap();
    assert_eq!(file.rows[0].version, Some(0), "the row is refused, and overwrites nothing");
}

#[test]
fn corrected_rows_change_what_they_say_and_nothing_else() {
    let old = transfers(&roll(&format!("{HEAD};Отчество;Удержано\nА;И;1,0050;2;О;1e3"))).remove(0);
    let file =
        CorrectionFile::read("Строка;Версия;Счёт;Удержано;Статус\n17;3;40817;1e3;ERROR\n18;;1;;".as_bytes())
            .unwrap();
    assert_eq!(
        file.rows.iter().map(|row| (row.line, row.version)).collect::<Vec<_>>(),
        [(17, Some(3)), (18, None)]
    );
    let (corrected, faulty) = file.apply(&file.rows[0], &old);
    assert_eq!(corrected, Transfer { account: "40817".to_owned(), ..old.clone() });
    assert_eq!(faulty, []);
    let (emptied, _) = file.apply(&file.rows[1], &old);
    assert_eq!(emptied, Transfer { account: "1".to_owned(), deduction: None, ..old });
    for (text, error) in [
        ("Счёт\n1", FileError::NoLineColumn),
        ("Line;Счёт\nx;1", FileError::NoLine { row: 2 }),
        ("Line;Счёт\n0;1", FileError::NoLine { row: 2 }),
        ("Line;Счёт\n5;1\n4;1\n5;2", FileError::LineTwice { line: 5 }),
        ("Line;Счёт", FileError::NoRows),
    ] {
        assert_eq!(CorrectionFile::read(text.as_bytes()), Err(error), "{text}");
    }
}
