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
