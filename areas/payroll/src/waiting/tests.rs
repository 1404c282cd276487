//! A person sees what the person can do something about.

use clients::{Right, Rights, SignatureScheme};
use kernel::Money;

use super::{Tally, WaitingStatement, tally};
use crate::lifecycle::StatementStatus;
use crate::lifecycle::StatementStatus::{AwaitingSign, Error, PartlySigned};

fn statement(status: StatementStatus, minor: i64, is_signed: bool) -> WaitingStatement {
    let id = "018f3b1c-6f5e-7a00-8000-000000000001".parse().unwrap();
    WaitingStatement { id, status, total: Money::from_minor(minor), is_signed, given: [0, 0] }
}

fn rights(some: &[Right]) -> Rights {
    some.iter().copied().collect()
}

#[test]
fn onl_02_a_signer_sees_what_to_sign_and_an_editor_what_to_correct() {
    let statements = [
        statement(Error, 5, false),
        statement(AwaitingSign, 100, false),
        statement(AwaitingSign, 250, false),
        statement(PartlySigned, 7, true),
        statement(PartlySigned, 9, false),
    ];
    let to_sign = [
        Tally { status: AwaitingSign, count: 2, sum: Some(Money::from_minor(350)) },
        Tally { status: PartlySigned, count: 1, sum: Some(Money::from_minor(9)) },
    ];
    let to_correct = [Tally { status: Error, count: 1, sum: Some(Money::from_minor(5)) }];
    assert_eq!(tally(&statements, rights(&[Right::Act, Right::SignSecond]), None), to_sign);
    assert_eq!(tally(&statements, rights(&[Right::Act, Right::EditPayroll]), None), to_correct);
    assert_eq!(
        tally(&statements, rights(&[Right::SignFirst, Right::EditPayroll]), None),
        [],
        "nobody acts without ACT"
    );
}

#[test]
fn onl_02_a_sum_outside_the_range_is_not_told() {
    let statements = [statement(AwaitingSign, i64::MAX, false), statement(AwaitingSign, 1, false)];
    let told = tally(&statements, rights(&[Right::Act, Right::SignFirst]), None);
    assert_eq!(told, [Tally { status: AwaitingSign, count: 2, sum: None }]);
}

#[test]
fn onl_03_signatures_that_became_enough_wait_for_anybody_who_signs() {
    let given_by = |given| WaitingStatement { given, ..statement(PartlySigned, 100, true) };
    let statements = [given_by([1, 0]), given_by([0, 1]), given_by([1, 1])];
    let signer = rights(&[Right::Act, Right::SignFirst]);
    let count = |scheme: SignatureScheme, rights| {
        tally(&statements, rights, Some(scheme)).first().map_or(0, |tally| tally.count)
    };
    for (first, second, expected) in [(1, 1, 1), (1, 0, 2), (0, 1, 2), (2, 1, 0)] {
        assert_eq!(count(SignatureScheme::new(first, second).unwrap(), signer), expected, "{first} {second}");
    }
    let editor = rights(&[Right::Act, Right::EditPayroll]);
    assert_eq!(count(SignatureScheme::new(1, 0).unwrap(), editor), 0, "who does not sign sends nothing on");
}
