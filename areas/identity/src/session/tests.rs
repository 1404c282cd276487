use super::{END_REASONS, EndReason, EndReasonError, narrowed};

#[test]
fn reasons_survive_the_table() {
    for reason in END_REASONS {
        assert_eq!(reason.name().parse(), Ok(reason));
    }
    assert_eq!("logout".parse::<EndReason>(), Err(EndReasonError));
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
