//! A person sees what the person can do something about.

use clients::{Right, Rights};
use kernel::Money;

use super::{Tally, WaitingStatement, tally};
use crate::lifecycle::StatementStatus;
use crate::lifecycle::StatementStatus::{AwaitingSign, Error, PartlySigned};

fn statement(status: StatementStatus, minor: i64, is_signed: bool) -> WaitingStatement {
    WaitingStatement { status, total: Money::from_minor(minor), is_signed }
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
    assert_eq!(tally(&statements, rights(&[Right::Act, Right::SignSecond])), to_sign);
    assert_eq!(tally(&statements, rights(&[Right::Act, Right::EditPayroll])), to_correct);
    assert_eq!(
        tally(&statements, rights(&[Right::SignFirst, Right::EditPayroll])),
        [],
        "nobody acts without ACT"
    );
}

#[test]
fn onl_02_a_sum_outside_the_range_is_not_told() {
    let statements = [statement(AwaitingSign, i64::MAX, false), statement(AwaitingSign, 1, false)];
    let told = tally(&statements, rights(&[Right::Act, Right::SignFirst]));
    assert_eq!(told, [Tally { status: AwaitingSign, count: 2, sum: None }]);
}
