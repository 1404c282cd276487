use clients::{Right, Rights};

use super::{lowers, may_confirm};

#[test]
fn a_scheme_that_asks_for_less_is_known() {
    let cases = [
        ("FIRST=1", "FIRST=1", false),
        ("FIRST=1", "FIRST=2", false),
        ("FIRST=1", "FIRST=1,SECOND=1", false),
        ("FIRST=1", "FIRST=1,SAME_PERSON=YES", false),
        ("FIRST=1", "FIRST=1,SECOND=1,SAME_PERSON=YES", false),
        ("FIRST=1,SECOND=1,SAME_PERSON=YES", "FIRST=1,SECOND=1", false),
        ("FIRST=1,SECOND=1,SAME_PERSON=YES", "FIRST=2,SECOND=1,SAME_PERSON=YES", false),
        ("FIRST=2", "FIRST=1", true),
        ("FIRST=1,SECOND=1", "FIRST=1", true),
        ("FIRST=1,SECOND=1", "FIRST=9", true),
        ("FIRST=1,SECOND=1", "FIRST=0,SECOND=9", true),
        ("FIRST=1,SECOND=1", "FIRST=1,SECOND=1,SAME_PERSON=YES", true),
        ("FIRST=1,SECOND=1", "FIRST=9,SECOND=9,SAME_PERSON=YES", true),
    ];
    for (before, after, expected) in cases {
        assert_eq!(lowers(before.parse().unwrap(), after.parse().unwrap()), expected, "{before} to {after}");
    }
}

#[test]
fn signers_and_administrators_confirm_and_nobody_else() {
    for right in Right::ALL {
        let decides = matches!(right, Right::CompanyAdministrator | Right::SignFirst | Right::SignSecond);
        let alone: Rights = [right].into_iter().collect();
        let acting: Rights = [Right::Act, right].into_iter().collect();
        assert_eq!((may_confirm(alone), may_confirm(acting)), (false, decides), "{right:?}");
    }
    assert!(!may_confirm(Rights::default()));
}
