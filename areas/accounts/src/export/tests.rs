//! Operations that the tests of the formats share.

use jiff::civil::date;
use kernel::{Instant, Money};

use super::Head;
use crate::ledger::EntryKind;
use crate::operation::{Operation, Side, Standing, Total, Turnover};

/// Everything that a purpose may hold and a file must not fall for.
pub(super) const HOSTILE: &str =
    "=cmd|' /C calc'!A0;\"<&>\r\nКонецДокумента\nСумма=1\u{2028}\u{1}日本\u{ffff}Ёё№«»";

pub(super) fn head() -> Head {
    let at = |number, balance, debits| Standing {
        number,
        balance: Money::from_minor(balance),
        debits: Total(debits),
    };
    Head {
        owner: Side {
            name: Some("ООО «Ромашка»".to_owned()),
            inn: Some("7707123458".to_owned()),
            kpp: Some("770701001".to_owned()),
            account: Some("40702810600000000001".to_owned()),
            bic: Some("044525999".to_owned()),
        },
        number: "40702810600000000001".to_owned(),
        currency: "RUB",
        has_hundredths: true,
        bank: "Клиент-Банк".to_owned(),
        first_day: date(2026, 11, 1),
        last_day: date(2026, 11, 30),
        turnover: Turnover::between(at(0, 100, 0), at(2, -50, 200)),
        opening_is_closed: true,
        is_closed: true,
        created_at: Instant::from_microseconds(1_796_115_600_123_456),
        zone: "Europe/Moscow".parse().unwrap(),
    }
}

pub(super) fn operations() -> [Operation; 2] {
    let credit = Operation {
        number: 1,
        booked_at: Instant::from_microseconds(1_795_165_200_000_001),
        value_date: date(2026, 11, 20),
        kind: EntryKind::Transfer,
        document: Some("17-Б".to_owned()),
        amount: Money::from_minor(50),
        balance: Money::from_minor(150),
        purpose: HOSTILE.to_owned(),
        other: Side {
            name: Some("<ООО> & \"Лютик\"\nПолучатель=Вор".to_owned()),
            account: Some("40702810700000000011".to_owned()),
            inn: Some("7707083893".to_owned()),
            kpp: None,
            bic: Some("044525225".to_owned()),
        },
    };
    let debit = Operation {
        number: 2,
        kind: EntryKind::Payroll,
        document: None,
        amount: Money::from_minor(-200),
        balance: Money::from_minor(-50),
        purpose: "я".repeat(512),
        other: Side::default(),
        ..credit.clone()
    };
    [credit, debit]
}
