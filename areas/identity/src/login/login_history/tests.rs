use super::LoginOutcome;

#[test]
fn names_come_back() {
    for outcome in LoginOutcome::ALL {
        assert_eq!(outcome.as_str().parse(), Ok(outcome));
    }
    assert!("succeeded".parse::<LoginOutcome>().is_err());
}
