//! The verdict of NIST on each certification path.

/// One test of PKITS under its default settings: any policy will do, and none is asked for.
///
/// A line of `table.txt` is `NUMBER EXPECTED END_ENTITY | AUTHORITIES | LISTS`. The names are those of the files,
/// without their endings; authorities are in the order in which they issued each other. The root and its list
/// belong to all.
pub(super) struct Path {
    /// The number of the test in NIST's document.
    pub(super) number: &'static str,
    /// Set when the path is valid.
    pub(super) is_valid: bool,
    /// The certificate at its end.
    pub(super) end_entity: &'static str,
    /// The authorities between the root and that certificate, and those that sign lists.
    pub(super) authorities: Vec<&'static str>,
    /// The revocation lists.
    pub(super) lists: Vec<&'static str>,
}

/// All tests but those that only repeat a path under other settings.
pub(super) fn paths() -> Vec<Path> {
    include_str!("table.txt").lines().map(path).collect()
}

fn path(line: &'static str) -> Path {
    let [head, authorities, lists] = line.split('|').collect::<Vec<_>>().try_into().unwrap();
    let [number, expected, end_entity] = head.split_whitespace().collect::<Vec<_>>().try_into().unwrap();
    assert!(matches!(expected, "valid" | "invalid"), "{line}");
    Path {
        number,
        is_valid: expected == "valid",
        end_entity,
        authorities: authorities.split_whitespace().collect(),
        lists: lists.split_whitespace().collect(),
    }
}
