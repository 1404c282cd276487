use super::*;

#[test]
fn the_end_follows_from_what_was_declined() {
    assert_eq!(finish_of(3, 0), Finish::Executed);
    assert_eq!(finish_of(3, 1), Finish::PartlyExecuted);
    assert_eq!(finish_of(3, 2), Finish::PartlyExecuted);
    assert_eq!(finish_of(3, 3), Finish::Declined(Reason::new(Code::D06)));
    assert_eq!(finish_of(1, 1), Finish::Declined(Reason::new(Code::D06)));
}
