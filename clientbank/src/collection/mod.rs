//! A collection of requests for Postman and what reads its files (Bruno, Insomnia), made from the description.
//!
//! The format is Postman Collection 2.1.0. Each operation becomes one request in the folder of its tag, with the
//! examples of its description, so that it can be sent as it stands. Tokens, addresses and the client's secret are
//! variables of the collection.

mod body;

use serde_json::{Map, Value, json};

use self::body::body;

/// The schema that the format names itself by.
const SCHEMA: &str = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
const METHODS: [&str; 6] = ["get", "head", "post", "put", "patch", "delete"];

/// The values that requests take from the collection, with what they are in a demo. Tokens are put in by people.
const VARIABLES: [(&str, &str); 4] =
    [("client_id", "demo-erp"), ("client_secret", "demo-erp-secret"), ("access_token", ""), ("id_token", "")];

/// Makes the collection of a merged description.
pub fn collection(description: &Value) -> Value {
    let api = server(description).unwrap_or_default();
    let mut identity = None;
    let tags = description["tags"].as_array().into_iter().flatten();
    let mut folders: Vec<(Value, Vec<Value>)> = tags.map(|tag| (tag.clone(), Vec::new())).collect();
    for (path, item) in description["paths"].as_object().into_iter().flatten() {
        let own_server = server(item);
        let address = if own_server.is_some() { "{{identity}}" } else { "{{api}}" };
        identity = identity.or(own_server);
        for method in METHODS {
            let Some(operation) = item.get(method) else { continue };
            let tag = &operation["tags"][0];
            let request = request(description, address, path, method, operation);
            if let Some((_, requests)) = folders.iter_mut().find(|(folder, _)| &folder["name"] == tag) {
                requests.push(request);
            }
        }
    }
    let folders: Vec<Value> = folders
        .into_iter()
        .map(|(tag, requests)| json!({"name": tag["name"], "description": tag["description"], "item": requests}))
        .collect();
    let addresses = [("api", api), ("identity", identity.unwrap_or(api))];
    let variables: Vec<Value> =
        addresses.iter().chain(&VARIABLES).map(|(key, value)| json!({"key": key, "value": value})).collect();
    json!({
        "info": {
            "name": description["info"]["title"],
            "version": description["info"]["version"],
            "description": description["info"]["description"],
            "schema": SCHEMA,
        },
        "variable": variables,
        "item": folders,
    })
}

/// The first server of the description or of a path.
fn server(described: &Value) -> Option<&str> {
    described["servers"][0]["url"].as_str()
}

fn request(description: &Value, address: &str, path: &str, method: &str, operation: &Value) -> Value {
    let parameters: Vec<&Value> = operation["parameters"].as_array().into_iter().flatten().collect();
    let of = |place: &str| -> Vec<&Value> {
        parameters.iter().copied().filter(|parameter| parameter["in"] == place).collect()
    };
    let schemes = schemes(operation);
    let mut headers: Vec<Value> = of("header").into_iter().map(optional_pair).collect();
    if schemes.contains(&"idToken") {
        headers.push(json!({"key": "Id-Token", "value": "{{id_token}}"}));
    }
    let content = operation["requestBody"]["content"].as_object().and_then(|types| types.iter().next());
    if let Some((content_type, _)) = content {
        headers.push(json!({"key": "Content-Type", "value": content_type}));
    }
    let mut request = Map::new();
    request.insert("method".to_owned(), method.to_uppercase().into());
    request.insert("header".to_owned(), headers.into());
    request.insert("url".to_owned(), url(address, path, &of("path"), &of("query")));
    request.insert("auth".to_owned(), auth(&schemes));
    request.insert("description".to_owned(), operation["description"].clone());
    if let Some((content_type, media)) = content {
        request.insert("body".to_owned(), body(description, content_type, media));
    }
    let name = operation["summary"].as_str().or(operation["operationId"].as_str()).unwrap_or(path);
    json!({"name": name, "request": request})
}

/// The security schemes that the operation names, in any of its alternatives.
fn schemes(operation: &Value) -> Vec<&str> {
    let alternatives = operation["security"].as_array().into_iter().flatten();
    alternatives.filter_map(Value::as_object).flat_map(|schemes| schemes.keys().map(String::as_str)).collect()
}

fn auth(schemes: &[&str]) -> Value {
    if schemes.contains(&"accessToken") {
        json!({"type": "bearer", "bearer": [{"key": "token", "value": "{{access_token}}", "type": "string"}]})
    } else if schemes.contains(&"client") {
        json!({"type": "basic", "basic": [
            {"key": "username", "value": "{{client_id}}", "type": "string"},
            {"key": "password", "value": "{{client_secret}}", "type": "string"},
        ]})
    } else {
        json!({"type": "noauth"})
    }
}

/// An address with `:name` for each part of the path that a caller fills in, as the format writes it.
fn url(address: &str, path: &str, in_path: &[&Value], in_query: &[&Value]) -> Value {
    let path = in_path
        .iter()
        .filter_map(|parameter| parameter["name"].as_str())
        .fold(path.to_owned(), |path, name| path.replace(&format!("{{{name}}}"), &format!(":{name}")));
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    let query: Vec<Value> = in_query.iter().map(|parameter| optional_pair(parameter)).collect();
    let variables: Vec<Value> = in_path.iter().map(|parameter| pair(parameter)).collect();
    json!({"raw": format!("{address}{path}"), "host": [address], "path": parts, "query": query, "variable": variables})
}

fn pair(parameter: &Value) -> Value {
    let example = &parameter["example"];
    let value = match example {
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(","),
        Value::Null => text(&parameter["schema"]["examples"][0]),
        one => text(one),
    };
    json!({"key": parameter["name"], "value": value, "description": parameter["description"]})
}

/// As [`pair`], switched off when the operation does without it.
fn optional_pair(parameter: &Value) -> Value {
    let mut pair = pair(parameter);
    if parameter["required"] != true {
        pair["disabled"] = true.into();
    }
    pair
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
