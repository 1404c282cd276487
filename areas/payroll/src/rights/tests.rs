use super::*;

fn rights(some: &[Right]) -> Rights {
    some.iter().copied().collect()
}

#[test]
fn nothing_is_allowed_without_the_right_to_act() {
    let all_but_act = rights(&[Right::EditPayroll, Right::SignFirst, Right::SignSecond]);
    assert!(!may_see(all_but_act));
    assert!(!may_edit(all_but_act));
    assert!(!all_but_act.may_sign(SignatureType::First));
}

#[test]
fn signers_see_statements_and_do_not_edit_them() {
    for (right, own, other) in [
        (Right::SignFirst, SignatureType::First, SignatureType::Second),
        (Right::SignSecond, SignatureType::Second, SignatureType::First),
    ] {
        let signer = rights(&[Right::Act, right]);
        assert!(may_see(signer) && !may_edit(signer));
        assert!(signer.may_sign(own) && !signer.may_sign(other));
    }
}

#[test]
fn editors_see_and_edit_statements_and_sign_none() {
    let editor = rights(&[Right::Act, Right::EditPayroll]);
    assert!(may_see(editor) && may_edit(editor));
    assert!(!editor.may_sign(SignatureType::First) && !editor.may_sign(SignatureType::Second));
    assert!(!may_see(rights(&[Right::Act])));
}
