use super::node_is_enough;

#[test]
fn only_a_node_of_version_20_or_newer_lints() {
    for (version, is_enough) in [
        ("v20.0.0\n", true),
        ("v24.1.2", true),
        ("v18.20.8", false),
        ("", false),
        ("20.1.0", false),
        ("vx.1", false),
    ] {
        assert_eq!(node_is_enough(version), is_enough, "{version}");
    }
}
