//! Real requests and answers for the OpenAPI description.

use serde_json::{Value, json};

/// The start of a document; whole ones have several pages.
const HTML: &str = "<article lang=\"ru\">\n<h1>Заявление на смену тарифного плана</h1>\n<dl>\n<dt>Клиент</dt><dd>ООО «Ромашка»</dd>\n<dt>Новый тарифный план</dt><dd>Рост (GROWTH 2026)</dd>\n</dl>\n</article>\n";
const ID: i64 = 1_795_165_200_000_042;

pub(super) fn template() -> Value {
    json!({"version": 1, "body": HTML})
}

pub(super) fn body() -> Value {
    json!({"id": ID, "documentType": "CLIENT_TARIFF_PLAN_CHANGE_REQUEST", "state": "UNSIGNED", "body": HTML})
}

pub(super) fn correspondence() -> Value {
    json!({"mailId": "019e0b1e-5a80-7c3a-9d1b-2f6f0b9a7c11"})
}

pub(super) fn history() -> Value {
    json!({"id": ID, "states": [
        {"state": "UNSIGNED", "date": "2026-11-20T12:00:00+03:00", "author": "Иванова Анна Сергеевна"},
        {"state": "PARTIALLY_SIGNED", "date": "2026-11-20T12:04:31.5+03:00", "author": "Иванова Анна Сергеевна"},
        {"state": "SIGNED", "date": "2026-11-20T12:10:02+03:00", "author": "Петров Пётр Петрович"},
        {"state": "PROCESSING", "date": "2026-11-20T12:10:02.1+03:00", "author": "BANK"},
        {"state": "DONE", "date": "2026-11-20T12:10:02.2+03:00", "author": "BANK"}
    ]})
}

pub(super) fn pre_sign() -> Value {
    json!({
        "id": ID,
        "documentType": "CLIENT_TARIFF_PLAN_CHANGE_REQUEST",
        "state": "UNSIGNED",
        "bankDocumentState": "AWAITING_SIGNATURE",
        "documentUID": "019e0b1e-5a80-7c3a-9d1b-2f6f0b9a7c10",
        "cnum": "C00001",
        "clientDocumentNumber": 1,
        "organizationFullName": "ООО «Ромашка»",
        "digest": "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "sourceSystem": "CLIENTBANK",
        "bankDocumentType": "CHANGE_TARIFF_REQUEST",
        "createdAt": "2026-11-20T12:00:00+03:00",
        "updatedAt": "2026-11-20T12:00:00+03:00"
    })
}

pub(super) fn page() -> Value {
    json!({
        "content": [{
            "id": ID,
            "documentType": "CLIENT_TARIFF_PLAN_CHANGE_REQUEST",
            "state": "UNSIGNED",
            "targetTariffPlanName": "GROWTH 2026",
            "targetTariffPlanPublicName": "Рост",
            "createdAt": "2026-11-20T12:00:00+03:00",
            "updatedAt": "2026-11-20T12:00:00+03:00"
        }],
        "size": 10,
        "number": 0,
        "hasNext": false,
        "hasPrevious": false
    })
}

fn error(code: &str, status: &str, message: &str) -> Value {
    json!({"code": code, "traceId": "4bf92f3577b34da6a3ce929d0e0e4736", "message": message, "status": status})
}

fn bad_request(code: &str, message: &str, data: Option<Value>) -> Value {
    let mut body = error(code, "400 BAD_REQUEST", message);
    if let Some(data) = data {
        body["data"] = data;
    }
    body
}

pub(super) fn validation_error() -> Value {
    let data = json!({"violations": [{"field": "tariffPlan", "message": "must not be empty"}]});
    bad_request("VALIDATION_ERROR", "The request is not valid", Some(data))
}

pub(super) fn id_error() -> Value {
    let data = json!({"violations": [{"field": "id", "message": "must be an int64"}]});
    bad_request("VALIDATION_ERROR", "The request is not valid", Some(data))
}

pub(super) fn client_not_found() -> Value {
    bad_request("CLIENT_NOT_FOUND", "The client is not found", None)
}

pub(super) fn tariff_plan_not_found() -> Value {
    bad_request("TARIFF_PLAN_NOT_FOUND", "The tariff plan is not found or not offered", None)
}

pub(super) fn request_not_found() -> Value {
    bad_request("REQUEST_NOT_FOUND", "The request is not found", None)
}

pub(super) fn request_not_unsigned() -> Value {
    let data = json!({"state": "SIGNED"});
    bad_request("REQUEST_NOT_UNSIGNED", "Only an unsigned request can be deleted", Some(data))
}

pub(super) fn request_already_exists() -> Value {
    let data = json!({"id": ID});
    bad_request("REQUEST_ALREADY_EXISTS", "The client has a request that is not finished", Some(data))
}

pub(super) fn future_change_not_found() -> Value {
    bad_request("FUTURE_CHANGE_NOT_FOUND", "The future tariff plan change is not found", None)
}

pub(super) fn cancel_already_requested() -> Value {
    let data = json!({"id": ID});
    bad_request(
        "CANCEL_ALREADY_REQUESTED",
        "The cancellation of this change was requested already",
        Some(data),
    )
}

/// A filter that names an unknown field, as it is answered.
pub(super) fn filter_error() -> Value {
    let fault = crate::request_query::RequestQuery::new(Some("stat==DONE"), &[], 0, 10).err();
    let Some(crate::request_query::RequestQueryError::Filter(fault)) = fault else { return Value::Null };
    let data = json!({"parameter": "filter", "position": fault.position(), "allowed": fault.allowed()});
    bad_request(
        "VALIDATION_ERROR",
        &format!("The query parameter `filter` is not understood: {fault}"),
        Some(data),
    )
}

pub(super) fn access_denied() -> Value {
    error("ACCESS_DENIED", "403 FORBIDDEN", "The role ONLINE-USER is required")
}
