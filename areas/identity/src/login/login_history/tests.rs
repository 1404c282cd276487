use super::{LoginOutcome, OUTCOMES};

#[test]
fn names_come_back() {
    for outcome in OUTCOMES {
        assert_eq!(outcome.as_str().parse(), Ok(outcome));
    }
    assert!("succeeded".parse::<LoginOutcome>().is_err());
}
