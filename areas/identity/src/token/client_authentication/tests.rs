use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{NotBasic, read};

fn readings(text: &str) -> Vec<(Option<String>, String)> {
    let header = format!("Basic {}", STANDARD.encode(text));
    let readings = read(&header).unwrap();
    readings.into_iter().map(|reading| (reading.client.map(|id| id.to_string()), reading.secret)).collect()
}

fn reading(client: &str, secret: &str) -> (Option<String>, String) {
    (Some(client.to_owned()), secret.to_owned())
}

#[test]
fn both_ways_to_write_a_secret_are_read() {
    for (text, expected) in [
        ("demo-erp:demo-erp-secret", vec![reading("demo-erp", "demo-erp-secret")]),
        ("demo%2Derp:a%3Ab%20c", vec![reading("demo-erp", "a:b c"), (None, "a%3Ab%20c".to_owned())]),
        ("erp:a+b", vec![reading("erp", "a b"), reading("erp", "a+b")]),
        ("erp:a:b", vec![reading("erp", "a:b")]),
        ("erp:100%", vec![reading("erp", "100%")]),
        ("erp:%ff", vec![reading("erp", "%ff")]),
        ("erp:", vec![reading("erp", "")]),
        (":secret", vec![(None, "secret".to_owned())]),
        ("é:ü", vec![(None, "ü".to_owned())]),
    ] {
        assert_eq!(readings(text), expected, "{text}");
    }
}

#[test]
fn the_header_is_read_leniently_where_that_is_harmless() {
    assert_eq!(read("basic ZXJwOnM").unwrap(), read("BASIC ZXJwOnM=").unwrap());
    let long = format!("Basic {}", STANDARD.encode("a".repeat(4_096)));
    for bad in
        ["", "Basic", "Basic ", "Basic !", "Bearer ZXJwOnM=", "Basic ZXJw", "Basic //8=", long.as_str()]
    {
        assert_eq!(read(bad), Err(NotBasic), "{bad}");
    }
}

#[test]
fn debug_shows_no_secret() {
    let reading = &read(&format!("Basic {}", STANDARD.encode("erp:hush"))).unwrap()[0];
    assert!(!format!("{reading:?}").contains("hush"));
}
