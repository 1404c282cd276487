use super::*;

#[test]
fn onl_06_an_invitation_gives_no_signature_and_no_administration() {
    let read = |rights: &[&str]| {
        Invitee::read("Анна", "anna@romashka.example", rights).map(|invitee| invitee.rights)
    };
    assert_eq!(read(&[]), Ok([Right::Act].into_iter().collect()));
    let all = [Right::Act, Right::ViewAccounts, Right::EditPayroll].into_iter().collect();
    assert_eq!(read(&["VIEW_ACCOUNTS", "EDIT_PAYROLL"]), Ok(all));
    for right in ["SIGN_FIRST", "SIGN_SECOND", "SIGN_TREASURY", "COMPANY_ADMINISTRATOR", "ANY", ""] {
        assert_eq!(read(&["VIEW_ACCOUNTS", right]), Err(InviteeError::Right), "{right}");
    }
}

#[test]
fn onl_06_an_invited_person_has_a_name_and_a_login() {
    let read =
        |name: &str, login: &str| Invitee::read(name, login, &[]).map(|invitee| invitee.login.to_string());
    assert_eq!(read(" Анна ", " Anna "), Ok("anna".to_owned()));
    for name in ["", " ", "a\nb", "a\u{202e}b", &"я".repeat(NAME_CHARACTERS_MAX + 1)] {
        assert_eq!(read(name, "anna"), Err(InviteeError::Name), "{name:?}");
    }
    for login in ["", "анна", "a b", &"a".repeat(65)] {
        assert_eq!(read("Анна", login), Err(InviteeError::Login), "{login:?}");
    }
}
