use super::first_number;

#[test]
fn a_version_is_the_first_number_that_a_program_tells() {
    for (told, version) in [
        ("v20.0.0\n", 20),
        ("v24.1.2", 24),
        ("v18.20.8", 18),
        ("openjdk 17.0.9 2023-10-17", 17),
        ("vx.1", 1),
        ("none", 0),
        ("", 0),
    ] {
        assert_eq!(first_number(told), version, "{told}");
    }
}
