use super::*;

#[test]
fn the_end_follows_from_what_was_declined() {
    assert_eq!(finish(3, 0), Finish::Executed);
    assert_eq!(finish(3, 1), Finish::PartlyExecuted);
    assert_eq!(finish(3, 2), Finish::PartlyExecuted);
    assert_eq!(finish(3, 3), Finish::Declined(Reason::new(Code::D06)));
    assert_eq!(finish(1, 1), Finish::Declined(Reason::new(Code::D06)));
}

fn finish(lines_count: i64, declined_count: i64) -> Finish {
    let reason = || Ok::<_, ()>(Reason::new(Code::D06));
    finish_of(lines_count, declined_count, reason).unwrap()
}

#[test]
fn money_low_each_cause_of_a_decline_has_its_own_words() {
    let account: AccountNumber = "40702810600000000001".parse().unwrap();
    for (codes, expected) in [
        (&[Code::D03][..], Code::D12),
        (&[Code::D03, Code::D05, Code::D09], Code::D12),
        (&[Code::D22], Code::D13),
        (&[Code::D07], Code::D14),
        (&[Code::D04], Code::D15),
        (&[Code::D17], Code::D16),
        (&[Code::D03, Code::D04, Code::D17], Code::D16),
        (&[Code::D03, Code::D22], Code::D06),
        (&[Code::D04, Code::D07], Code::D06),
        (&[], Code::D06),
    ] {
        assert_eq!(reason_of(codes, &account).code, expected, "{codes:?}");
    }
    assert_eq!(reason_of(&[Code::D04], &account).parameters, [account.as_str()]);
}
