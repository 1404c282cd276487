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

#[test]
fn lif_05_a_folder_of_sockets_that_libpq_is_built_with_is_localhost() {
    for folder in BUILT_IN_FOLDERS {
        let account = Account { host: folder, ..ACCOUNT };
        for host in ["localhost", folder] {
            let line = format!("{host}:5432:bank:clerk:secret");
            assert_eq!(password_in(&line, account).as_deref(), Some("secret"), "{line} for {folder}");
        }
        assert_eq!(password_in("db:5432:bank:clerk:secret", account), None, "{folder}");
    }
    let elsewhere = Account { host: "/srv/sockets", ..ACCOUNT };
    assert_eq!(password_in("localhost:5432:bank:clerk:secret", elsewhere), None);
}

#[test]
fn lif_05_a_password_file_holds_one_password() {
    let path = std::env::temp_dir().join(format!("clientbank-password-{}", std::process::id()));
    for (text, outcome) in [
        ("secret", Ok("secret")),
        ("secret\r\n", Ok("secret")),
        ("", Err("holds no password")),
        ("\n", Err("holds no password")),
        ("secret\nother\n", Err("holds more than one line")),
        ("secret\n\n", Err("holds more than one line")),
    ] {
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
        match (PasswordFile::Alone(path.clone()).read(ACCOUNT), outcome) {
            (Ok(read), Ok(password)) => assert_eq!(read, password),
            (Err(told), Err(reason)) => {
                assert!(told.contains(reason) && !told.contains("secret"), "{told}");
            }
            (read, _) => panic!("{text:?}: {read:?}"),
        }
    }
    std::fs::remove_file(&path).unwrap();
}
