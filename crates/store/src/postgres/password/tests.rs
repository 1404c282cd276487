use super::*;

const ACCOUNT: Account<'_> = Account { host: "db", port: 5432, database: "bank", user: "clerk" };

#[test]
fn lif_05_a_line_of_the_password_file_fits_or_does_not() {
    for (line, password) in [
        ("db:5432:bank:clerk:secret", Some("secret")),
        ("*:*:*:*:secret", Some("secret")),
        ("*:*:*:clerk:", Some("")),
        (r"db:5432:bank:clerk:a\:b\\c", Some(r"a:b\c")),
        ("db:5432:bank:clerk:a:b", Some("a")),
        (r"\*:5432:bank:clerk:secret", None),
        ("# db:5432:bank:clerk:secret", None),
        ("db:5433:bank:clerk:secret", None),
        ("db:5432:other:clerk:secret", None),
        ("db:5432:bank:clerk", None),
        ("db:5432", None),
        ("", None),
    ] {
        assert_eq!(password_in(line, ACCOUNT).as_deref(), password, "{line}");
    }
    let escaped = Account { host: "::1", ..ACCOUNT };
    assert_eq!(password_in(r"\:\:1:*:*:*:secret", escaped).as_deref(), Some("secret"));
    assert_eq!(password_in("::1:*:*:*:secret", escaped), None);
}
