//! GEN-06: JSON bodies that are refused before any work is done.

use edge::{JSON_DEPTH_MAX, JSON_OBJECT_KEYS_MAX, parse_json};
use proptest::prelude::*;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use super::support::Bench;

#[tokio::test]
async fn gen_06_unknown_fields_are_ignored() {
    let body = r#"{"title":"a","more":{"x":[1,2,{"y":null}]},"lines":[{"amount":1}]}"#;
    assert_eq!(Bench::new().post_json(body).await.status, 201);
}

#[tokio::test]
async fn gen_06_duplicate_keys_are_refused_at_any_depth() {
    let bench = Bench::new();
    let many: Vec<String> = (0..40).map(|number| format!(r#""k{number}":1"#)).collect();
    let bodies = [
        r#"{"title":"a","title":"a"}"#.to_owned(),
        r#"{"title":"a","unknown":{"x":1,"y":2,"x":1}}"#.to_owned(),
        r#"{"title":"a","lines":[{"amount":1},{"amount":1,"amount":1}]}"#.to_owned(),
        // The same key, once with an escape.
        r#"{"title":"a","t\u0069tle":"a"}"#.to_owned(),
        format!(r#"{{"title":"a",{},"k0":1}}"#, many.join(",")),
        format!(r#"{{"title":"a",{},"k39":1}}"#, many.join(",")),
    ];
    for body in bodies {
        bench.post_json(body).await.assert_error(400, "twice");
    }
    let same_key_in_two_objects = r#"{"title":"a","u":[{"x":1},{"x":1}],"x":{"x":{"x":1}}}"#;
    assert_eq!(bench.post_json(same_key_in_two_objects).await.status, 201);
    let many = format!(r#"{{"title":"a",{}}}"#, many.join(","));
    assert_eq!(bench.post_json(many).await.status, 201);
}

#[tokio::test]
async fn gen_06_nesting_is_refused_from_the_65th_level() {
    let bench = Bench::new();
    let nested = |levels: usize, open: &str, close: &str| {
        // The object around it is one level.
        format!(r#"{{"title":"a","unknown":{}1{}}}"#, open.repeat(levels - 1), close.repeat(levels - 1))
    };
    for (open, close) in [("[", "]"), (r#"{"x":"#, "}")] {
        assert_eq!(bench.post_json(nested(JSON_DEPTH_MAX, open, close)).await.status, 201);
        bench
            .post_json(nested(JSON_DEPTH_MAX + 1, open, close))
            .await
            .assert_error(400, "nested deeper than 64");
        bench.post_json(nested(300, open, close)).await.assert_error(400, "nested deeper than 64");
    }
}

#[tokio::test]
async fn gen_06_bad_utf_8_is_refused() {
    let bench = Bench::new();
    bench.post_json(b"{\"title\":\"\xff\"}".to_vec()).await.assert_error(400, "not UTF-8 at byte 10");
    bench.post_json(r#"{"title":"\ud800"}"#).await.assert_error(400, "not valid");
    bench.post_json(r#"{"title":"a","x":"\u0000"}"#).await.assert_error(400, "U+0000");
    bench.post_json(r#"{"title":"a","\u0000":"x"}"#).await.assert_error(400, "U+0000");
}

#[tokio::test]
async fn gen_06_wrong_types_are_refused_with_the_path_of_the_field() {
    let bench = Bench::new();
    let body = r#"{"title":"a","lines":[{"amount":1},{"amount":"1"}]}"#;
    bench
        .post_json(body)
        .await
        .assert_error(400, "lines[1].amount: must be a whole number, not a string, at line 1");
    for (title, found) in [
        ("null", "null"),
        ("{}", "an object"),
        ("[1]", "an array"),
        ("1", "a number"),
        ("-1.5", "a number"),
        ("true", "a boolean"),
    ] {
        let told = format!("title: must be a string, not {found}, at line 1 column ");
        bench.post_json(format!("{{\"title\":{title}}}")).await.assert_error(400, &told);
    }
    bench
        .post_json(r#"{"title":"a","lines":{}}"#)
        .await
        .assert_error(400, "lines: must be an array, not an object");
    bench
        .post_json(r#"{"title":"a","lines":[1]}"#)
        .await
        .assert_error(400, "lines[0]: must be an object, not a number");
    bench.post_json("{}").await.assert_error(400, "missing field `title`");
    for body in ["[]", " [\"a\"]", r#"["a",[]]"#, "null", "1", "\"title\""] {
        bench.post_json(body).await.assert_error(400, "The body must be an object");
    }
    bench.post_json("").await.assert_error(400, "The body is empty");
    bench.post_json(r#"{"title":"a"} {}"#).await.assert_error(400, "trailing");
    bench.post_json(r#"{"title":"a",}"#).await.assert_error(400, "not valid");
    assert_eq!(bench.post_json("\u{feff}{\"title\":\"a\"}").await.status, 201);
    bench.post_json("\u{feff}").await.assert_error(400, "The body is empty");
    bench.post_json("\u{feff}\u{feff}{}").await.assert_error(400, "not valid");
}

#[test]
fn gen_06_an_object_has_a_thousand_keys_at_most() {
    let object = |keys: usize| {
        let members: Vec<String> = (0..keys).map(|number| format!(r#""{number:x}":1"#)).collect();
        format!("{{{}}}", members.join(","))
    };
    // The limit holds at any depth, and for each object on its own.
    let most = object(JSON_OBJECT_KEYS_MAX);
    let IgnoredAny =
        parse_json(format!(r#"{{"a":[{most},{most}],"b":{most}}}"#).as_bytes()).expect("all fit");
    let more = object(JSON_OBJECT_KEYS_MAX + 1);
    for body in [more.clone(), format!(r#"{{"a":[1,{{"b":{more}}}]}}"#)] {
        let error = parse_json::<IgnoredAny>(body.as_bytes()).expect_err("too many keys");
        assert!(error.message().contains("more than 1000 keys"), "{}", error.message());
    }
}

#[tokio::test]
async fn gen_06_characters_that_reorder_a_text_are_refused_wherever_they_stand() {
    let bench = Bench::new();
    for character in ('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}') {
        let escaped = format!("\\u{:04x}", u32::from(character));
        for text in [format!("зарплата{character}"), format!("a{escaped}b")] {
            let bodies = [
                format!(r#"{{"title":"{text}"}}"#),
                format!(r#"{{"title":"a","{text}":1}}"#),
                format!(r#"{{"title":"a","unknown":[{{"x":["{text}"]}}]}}"#),
            ];
            for body in bodies {
                bench.post_json(body).await.assert_error(400, "directional characters");
            }
        }
    }
    // Marks turn nothing but themselves, and dashes and quotes have the same first byte.
    for text in ["שלום\u{200f}", "a\u{200e}b", "« – ” … € ′", "\u{2029}\u{202f}\u{2065}\u{206a}"]
    {
        assert_eq!(bench.post_json(format!(r#"{{"title":"{text}"}}"#)).await.status, 201, "{text:?}");
    }
}

fn json_text() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[a-z\"\\\\é]{0,4}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 20, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::hash_map("[a-f]{1,2}", inner, 0..24)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    /// Good JSON is read unchanged.
    #[test]
    fn gen_06_good_json_is_never_refused(value in json_text()) {
        let body = json!({ "value": value });
        let parsed: Value = parse_json(body.to_string().as_bytes()).expect("good JSON");
        prop_assert_eq!(parsed, body);
    }

    /// No bytes make the parser panic.
    #[test]
    fn gen_06_no_bytes_do_harm(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse_json::<Value>(&bytes);
    }
}
