use clients::{Right, Rights, SignatureScheme};

use super::{RightsError, can_be_met, read, ticked, written};

#[test]
fn rights_need_the_right_to_act() {
    assert_eq!(ticked(&[]), Ok(Rights::default()));
    assert_eq!(ticked(&["ACT"]), Ok([Right::Act].into_iter().collect()));
    assert_eq!(
        ticked(&["SIGN_FIRST", "ACT", "ACT"]),
        Ok([Right::Act, Right::SignFirst].into_iter().collect())
    );
    assert_eq!(ticked(&["SIGN_FIRST"]), Err(RightsError::WithoutAct));
    for unknown in ["", "act", "ACT ", "ANY"] {
        assert_eq!(ticked(&["ACT", unknown]), Err(RightsError::Unknown), "{unknown:?}");
    }
}

#[test]
fn rights_are_read_as_they_are_written() {
    let all: Rights = Right::ALL.iter().copied().collect();
    assert_eq!(read(&written(all)), Ok(all));
    assert_eq!((written(Rights::default()).as_str(), read("")), ("", Ok(Rights::default())));
    assert_eq!(read("ACT ANY"), Err(RightsError::Unknown));
}

#[test]
fn a_scheme_needs_people_who_can_meet_it() {
    let first: Rights = [Right::SignFirst].into_iter().collect();
    let second: Rights = [Right::SignSecond].into_iter().collect();
    let both: Rights = [Right::SignFirst, Right::SignSecond].into_iter().collect();
    let scheme = |first, second| SignatureScheme::new(first, second).unwrap();
    let cases: [(SignatureScheme, &[Rights], bool); 9] = [
        (scheme(1, 0), &[first], true),
        (scheme(1, 0), &[second, Rights::default()], false),
        (scheme(1, 1), &[first, second], true),
        (scheme(1, 1), &[both], false),
        (scheme(1, 1).by_same_person(), &[both], true),
        (scheme(1, 1), &[both, first], true),
        (scheme(2, 1), &[both, both], false),
        (scheme(0, 2), &[both, second], true),
        (scheme(9, 9), &[], false),
    ];
    for (number, (scheme, people, expected)) in cases.into_iter().enumerate() {
        assert_eq!(can_be_met(scheme, people), expected, "case {number}");
    }
}
