use super::SandboxKey;

#[test]
fn sbx_04_a_host_names_one_sandbox_or_the_main_one() {
    let key = |host: &str| SandboxKey::of_host(host).map(|key| key.map(|key| key.to_string()));
    assert_eq!(key("ci-1.localhost:8080"), Ok(Some("ci-1".to_owned())));
    assert_eq!(key("CI-1.LocalHost"), Ok(Some("ci-1".to_owned())));
    assert_eq!(key("ci-1.localhost.:8080"), Ok(Some("ci-1".to_owned())), "the full stop of the root");
    for main in [
        "127.0.0.1:8080",
        "localhost:8080",
        "localhost.",
        "main.localhost",
        "main.localhost.",
        "[::1]:8080",
        "bank.example",
        "",
    ] {
        assert_eq!(key(main), Ok(None), "{main}");
    }
    for none in
        [".localhost", "a.b.localhost", "-a.localhost", "a-.localhost", "ф.localhost", "a_b.localhost"]
    {
        assert!(key(none).is_err(), "{none}");
    }
    assert!(key(&format!("{}.localhost", "a".repeat(32))).is_ok());
    assert!(key(&format!("{}.localhost", "a".repeat(33))).is_err());
}
