use super::StoreLocation;

#[test]
fn lif_05_no_log_line_has_a_part_of_the_password() {
    for (url, shown) in [
        ("postgres://app:secret@db:5433/bank", "postgres://db:5433/bank"),
        ("postgres://app:se?cret@a,b/bank?sslmode=require", "postgres://a,b/bank"),
        ("postgres://app@db/bank?password=sec@ret", "postgres://db/bank"),
        ("postgresql://db/bank?user=app&password=secret", "postgres://db/bank"),
        ("postgres://app:sec@ret@db/bank", "postgres://db/bank"),
    ] {
        let location = StoreLocation::Postgres { url: url.to_owned(), password_file: None };
        assert_eq!(location.to_string(), shown);
        assert_eq!(format!("{location:?}"), shown);
    }
}

#[test]
fn lif_05_a_password_is_in_the_address_or_in_a_file_and_not_in_both() {
    let with_file =
        |text: &str| text.parse::<StoreLocation>().unwrap().with_password_file("/run/password".into());
    assert!(with_file("postgres://app@db/bank").is_ok());
    let twice = "the password is in it, and in a file too";
    for (text, reason) in [
        ("postgres://app:secret@db/bank", twice),
        ("postgres://app@db/bank?password=secret", twice),
        ("postgres://app@db/bank?passfile=%2Fsecret", twice),
        ("sqlite:secret.db", "a password file is for PostgreSQL"),
    ] {
        let refused = with_file(text).unwrap_err().to_string();
        assert!(refused.contains(reason) && !refused.contains("secret"), "{refused}");
    }
}
