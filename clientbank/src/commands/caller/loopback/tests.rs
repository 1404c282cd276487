use super::Loopback;

#[test]
fn the_code_of_a_login_is_listened_for_on_this_machine_alone() {
    let listens = |address: &str| Loopback::listen(&address.parse().expect("an address"));
    for elsewhere in [
        "https://127.0.0.1:8000/callback",
        "http://bank.example/callback",
        "http://localhost.bank.example/callback",
        "http://0.0.0.0:8000/callback",
        "http://192.0.2.1:8000/callback",
        "http://[2001:db8::1]:8000/callback",
    ] {
        let refused = listens(elsewhere).err().expect("it is refused").to_string();
        assert!(refused.contains("is not an http address of this machine"), "{refused}");
    }
    assert!(listens("http://127.0.0.1:0/callback").is_ok());
}
