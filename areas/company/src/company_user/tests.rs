use clients::{Right, Rights, SignatureScheme};
use kernel::UserId;

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
    let scheme = |first, second| SignatureScheme::new(first, second).unwrap();
    let cases: [(SignatureScheme, &[&str], &[&str], bool); 9] = [
        (scheme(1, 0), &["A"], &[], true),
        (scheme(1, 0), &[], &["B"], false),
        (scheme(1, 1), &["A"], &["B"], true),
        (scheme(1, 1), &["A"], &["A"], false),
        (scheme(1, 1).by_same_person(), &["A"], &["A"], true),
        (scheme(1, 1), &["A", "B"], &["A"], true),
        (scheme(2, 1), &["A", "B"], &["A", "B"], false),
        (scheme(0, 2), &["A"], &["A", "B"], true),
        (scheme(9, 9), &[], &[], false),
    ];
    let people = |names: &[&str]| names.iter().map(|name| name.parse().unwrap()).collect::<Vec<UserId>>();
    for (number, (scheme, first, second, expected)) in cases.into_iter().enumerate() {
        assert_eq!(can_be_met(scheme, &people(first), &people(second)), expected, "case {number}");
    }
}
