//! The collection of requests: every operation once, each request one that the program takes as it stands.

use std::collections::BTreeMap;

use clientbank::collection::collection;
use http::StatusCode;
use serde_json::Value;
use testkit::{Bench, TestCaller};

use crate::operations::{merged, operations};
use crate::wired::application;

/// All requests, with the names of the folders they are in.
fn requests(collection: &Value) -> Vec<(&str, &Value)> {
    let folders = collection["item"].as_array().unwrap();
    let of = |folder: &'_ Value| folder["item"].as_array().unwrap().len();
    assert!(folders.iter().all(|folder| of(folder) > 0), "a folder without requests");
    folders
        .iter()
        .flat_map(|folder| {
            let name = folder["name"].as_str().unwrap();
            folder["item"].as_array().unwrap().iter().map(move |item| (name, &item["request"]))
        })
        .collect()
}

/// The address of a request with the examples of its path and of the query parameters that it cannot do without.
fn address(request: &Value) -> String {
    let url = &request["url"];
    let value = |pair: &Value| pair["value"].as_str().unwrap().to_owned();
    let path = url["path"].as_array().unwrap().iter().map(|part| part.as_str().unwrap());
    let path = path.collect::<Vec<_>>().join("/");
    let path = url["variable"].as_array().unwrap().iter().fold(format!("/{path}"), |path, variable| {
        path.replace(&format!(":{}", variable["key"].as_str().unwrap()), &value(variable))
    });
    let query = url["query"].as_array().unwrap().iter().filter(|pair| pair["disabled"] != true);
    let query: Vec<String> =
        query.map(|pair| format!("{}={}", pair["key"].as_str().unwrap(), value(pair))).collect();
    if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
}

#[test]
fn gen_10_the_collection_has_every_operation_once_with_its_examples() {
    let document = merged();
    let collection = collection(&document);
    let mut met = BTreeMap::new();
    for (_, request) in requests(&collection) {
        let path = request["url"]["path"].as_array().unwrap();
        let parts: Vec<&str> = path.iter().map(|part| part.as_str().unwrap()).collect();
        *met.entry(format!("{} /{}", request["method"].as_str().unwrap(), parts.join("/"))).or_insert(0) += 1;
        for variable in request["url"]["variable"].as_array().unwrap() {
            assert_ne!(variable["value"], "", "{parts:?} has no example of {}", variable["key"]);
        }
        if request["body"]["options"]["raw"]["language"] == "json" {
            let body: Value = serde_json::from_str(request["body"]["raw"].as_str().unwrap()).unwrap();
            assert!(body.as_object().is_some_and(|members| !members.is_empty()), "{parts:?}: {body}");
        }
    }
    assert_eq!(met.len(), operations(&document).len());
    assert!(met.values().all(|times| *times == 1), "{met:?}");
}

testkit::on_both_engines! {
    async fn gen_10_every_request_of_the_collection_is_one_that_the_program_takes(bench: Bench) {
        let api = bench.client(application(&bench).await.api);
        let pair = bench.tokens.pair(&TestCaller::new("ivanova", "C00001"));
        let collection = collection(&merged());
        let mut sent = 0;
        for (folder, request) in requests(&collection) {
            if request["url"]["host"][0] != "{{api}}" {
                continue;
            }
            let address = address(request);
            let method = request["method"].as_str().unwrap().parse().unwrap();
            let mut call = api.request(method, &address).header("authorization", &format!("Bearer {}", pair.access));
            for header in request["header"].as_array().unwrap().iter().filter(|header| header["disabled"] != true) {
                let value = header["value"].as_str().unwrap().replace("{{id_token}}", &pair.identity);
                call = call.header(header["key"].as_str().unwrap(), &value);
            }
            if let Some(body) = request["body"]["raw"].as_str() {
                call = call.body(body.to_owned());
            }
            let answer = call.send().await;
            let told = format!("{folder}: {} {address}: {} {}", request["method"], answer.status, answer.text());
            assert!(!answer.status.is_server_error(), "{told}");
            for refused in [
                StatusCode::UNAUTHORIZED,
                StatusCode::METHOD_NOT_ALLOWED,
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ] {
                assert_ne!(answer.status, refused, "{told}");
            }
            sent += 1;
        }
        assert!(sent > 20, "{sent} requests");
    }
}
