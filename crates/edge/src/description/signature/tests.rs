use axum::Json;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use super::camel_case;
use crate::{
    Absent, AreaJson, AreaPath, AreaQuery, Authenticated, DescribedError, Edge, EdgeError, ErrorExample,
    OperationList, PageOf, Paged, Paging,
};

#[derive(Serialize, ToSchema)]
struct ThingErrorBody {
    message: String,
}

enum ThingError {
    Gone,
    Broken,
    Edge(EdgeError),
}

impl ThingError {
    const GONE: ErrorExample<Self> = ErrorExample::new("gone", "The thing is gone.", || Self::Gone);
    const BROKEN: ErrorExample<Self> = ErrorExample::new("broken", "The thing is broken.", || Self::Broken);
}

impl DescribedError for ThingError {
    type Body = ThingErrorBody;
}

impl From<EdgeError> for ThingError {
    fn from(fault: EdgeError) -> Self {
        Self::Edge(fault)
    }
}

impl IntoResponse for ThingError {
    fn into_response(self) -> Response {
        let body = |message: &str| Json(ThingErrorBody { message: message.to_owned() });
        match self {
            Self::Gone => EdgeError::NotFound.respond(|_, _| body("Gone")),
            Self::Broken => EdgeError::malformed("Broken").respond(|_, message| body(message)),
            Self::Edge(fault) => fault.respond(|_, message| body(message)),
        }
    }
}

struct Things;

impl Paged for Things {
    const PAGING: Paging = Paging::by_offset("things", 7, Absent::Means(3));
}

#[derive(Deserialize, IntoParams)]
#[expect(dead_code, reason = "only its description is looked at")]
struct ThingPath {
    /// The number of the thing.
    number: i64,
}

#[derive(Deserialize, ToSchema)]
#[expect(dead_code, reason = "only its description is looked at")]
struct Thing {
    name: String,
}

/// Gives a thing another name.
#[utoipa::path(post, path = "/things/{number}", responses((status = 200, description = "Done")))]
async fn rename_thing(
    _caller: Authenticated<ThingError>,
    _path: AreaPath<ThingError, ThingPath>,
    _part: AreaQuery<ThingError, PageOf<Things>>,
    _thing: AreaJson<ThingError, Thing>,
) -> Result<(), ThingError> {
    Err(ThingError::Gone)
}

/// Tells what everybody may know.
#[utoipa::path(get, path = "/things", responses((status = 200, description = "Nothing")))]
async fn list() {}

fn document() -> Value {
    let document = OperationList::<Edge>::new()
        .routes(crate::operation!(rename_thing, ThingError::GONE, ThingError::BROKEN))
        .routes(crate::operation!(list))
        .into_openapi();
    serde_json::to_value(document).unwrap()
}

#[test]
fn gen_10_extractors_describe_what_they_read() {
    let document = document();
    let operation = &document["paths"]["/things/{number}"]["post"];
    assert_eq!(operation["operationId"], "renameThing");
    assert_eq!(operation["security"], json!([{"accessToken": [], "idToken": []}]));
    let parameters = operation["parameters"].as_array().unwrap();
    let places: Vec<_> = parameters.iter().map(|parameter| (&parameter["in"], &parameter["name"])).collect();
    let expected = [("path", "number"), ("query", "offset"), ("query", "limit")]
        .map(|(place, name)| (json!(place), json!(name)));
    assert_eq!(places, expected.iter().map(|(place, name)| (place, name)).collect::<Vec<_>>());
    assert_eq!(parameters[0]["description"], "The number of the thing.");
    let body = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
    assert_eq!(body, "#/components/schemas/Thing");
    assert!(document["components"]["schemas"]["Thing"].is_object());
}

#[test]
fn gen_10_errors_are_described_as_they_are_answered() {
    let document = document();
    let responses = &document["paths"]["/things/{number}"]["post"]["responses"];
    assert_eq!(responses["404"]["description"], "The thing is gone.");
    let gone = &responses["404"]["content"]["application/json"];
    assert_eq!(gone["example"], json!({"message": "Gone"}));
    assert_eq!(gone["schema"]["$ref"], "#/components/schemas/ThingErrorBody");
    // Two errors of one status are beside each other, that of the page among them.
    let malformed = &responses["400"];
    let said = "The request does not have the promised form. The thing is broken. `offset` or `limit` is out of range.";
    assert_eq!(malformed["description"], said);
    let examples = &malformed["content"]["application/json"]["examples"];
    assert_eq!(examples["broken"]["value"], json!({"message": "Broken"}));
    let above = "The query parameter `limit` must be from 1 to 7, not `8`";
    assert_eq!(examples["limitOutOfRange"]["value"], json!({"message": above}));
}

#[test]
fn gen_10_an_operation_that_asks_for_no_caller_is_described_as_public() {
    assert_eq!(document()["paths"]["/things"]["get"]["security"], json!([{}]));
}

#[test]
fn the_name_of_an_operation_is_that_of_its_handler() {
    for (handler, name) in [("list", "list"), ("list_accounts", "listAccounts"), ("getAccount", "getAccount")]
    {
        assert_eq!(camel_case(handler), name);
    }
}
