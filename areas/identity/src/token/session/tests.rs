use super::{EndReason, narrowed};

#[test]
fn reasons_survive_the_table() {
    for reason in EndReason::ALL {
        assert_eq!(reason.as_str().parse(), Ok(reason));
    }
    assert!("logout".parse::<EndReason>().is_err());
}

#[test]
fn scopes_are_narrowed_and_never_widened() {
    let granted = "openid profile email phone";
    for (wanted, expected) in [
        (None, Some(granted)),
        (Some("phone openid"), Some("openid phone")),
        (Some("openid openid"), Some("openid")),
        (Some("openid admin"), None),
        (Some("openid  email"), None),
        (Some("OPENID"), None),
        (Some(""), None),
    ] {
        assert_eq!(narrowed(granted, wanted).as_deref(), expected, "{wanted:?}");
    }
}
