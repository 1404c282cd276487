//! The message against its definition, an XML Schema file of ISO 20022.

use iso20022::{Limits, Reader};
use kernel::Money;

use super::super::tests::{head, operations as examples};
use super::*;
use crate::operation::{Standing, Turnover};

fn message(head: &Head, some: &[Operation]) -> String {
    let parts = [begin(head).unwrap(), operations(head, some), end(head)];
    String::from_utf8(parts.concat()).unwrap()
}

fn check(message: &str) {
    let reader = Reader::of_payments(Limits::default()).unwrap().only("camt.053");
    if let Err(violations) = reader.read(message.as_bytes(), None) {
        panic!("{:?}\n{message}", violations.list());
    }
}

#[test]
fn onl_01_the_message_is_valid_whatever_the_purpose_holds() {
    let (head, some) = (head(), examples());
    let message = message(&head, &some);
    check(&message);
    check(&super::tests::message(&head, &[]));
    assert!(message.contains("<Ustrd>=cmd|' /C calc'!A0;\"&lt;&amp;&gt;&#13;\nКонецДокумента\nСумма=1\u{2028}\u{fffd}日本\u{fffd}Ёё№«»</Ustrd>"));
    assert_eq!(message.matches("<Ustrd>").count(), 1 + 4, "512 characters are four lines");
    assert!(message.contains("<InstrId>17-Б</InstrId>") && message.contains("<Cd>TXID</Cd>"));
}

#[test]
fn onl_01_the_message_tells_balances_with_their_side() {
    let message = message(&head(), &examples());
    for part in [
        "<Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy=\"RUB\">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-01</Dt>",
        "<Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy=\"RUB\">0.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Dt><Dt>2026-11-30</Dt>",
        "<NtryRef>1</NtryRef><Amt Ccy=\"RUB\">0.50</Amt><CdtDbtInd>CRDT</CdtDbtInd>",
        "<NtryRef>2</NtryRef><Amt Ccy=\"RUB\">2.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>",
        "<BookgDt><DtTm>2026-11-20T12:00:00.000001+03:00</DtTm></BookgDt>",
        "<NbOfNtries>2</NbOfNtries></TtlNtries><TtlCdtNtries><Sum>0.50</Sum></TtlCdtNtries><TtlDbtNtries><Sum>2.00</Sum>",
    ] {
        assert!(message.contains(part), "{part}\n{message}");
    }
}

#[test]
fn onl_01_what_the_message_cannot_tell_is_refused() {
    let with = |balance| {
        let end = Standing { number: 1, balance: Money::from_minor(balance), debits: Total(0) };
        Head { turnover: Turnover::between(Standing::default(), end), ..head() }
    };
    let most = 999_999_999_999_999_999;
    check(&message(&with(most), &[]));
    assert_eq!(begin(&with(most + 1)), Err(AmountError));
    assert_eq!(begin(&with(i64::MIN)), Err(AmountError));
}

#[test]
fn bnk_06_amounts_have_the_digits_of_their_currency() {
    let head = Head { currency: "JPY", has_hundredths: false, ..head() };
    let [credit, debit] = examples();
    let some = [Operation { amount: Money::from_minor(100_000), ..credit }, debit];
    let message = message(&head, &some);
    check(&message);
    let amounts: Vec<&str> =
        message.split("Ccy=\"JPY\">").skip(1).map(|rest| rest.split('<').next().unwrap()).collect();
    assert_eq!(amounts, ["1", "1", "0.50", "1000", "2"]);
}
