//! Bodies of spec sections 2.4 and 7.

use kernel::BankZone;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::request::{BankDocumentType, DocumentType, TariffRequest};
use crate::request_state::{BankDocumentState, RequestState};

/// The content of a request.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TariffRequestParams, example = json!({"cnum": "C00001", "tariffPlan": "GROWTH"}))]
pub(super) struct Params {
    /// Client identifier.
    #[schema(
        required = true,
        nullable = false,
        min_length = 1,
        max_length = 20,
        pattern = "^[A-Z0-9]{1,20}$",
        example = "C00001"
    )]
    pub(super) cnum: Option<String>,
    /// Code of the target tariff plan.
    #[schema(
        required = true,
        nullable = false,
        min_length = 1,
        max_length = 40,
        pattern = "^[A-Z0-9_-]{1,40}$",
        example = "GROWTH"
    )]
    pub(super) tariff_plan: Option<String>,
}

/// A filled template that is not a request yet.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TariffRequestTemplate)]
pub(super) struct Template {
    /// Version of the template.
    #[schema(minimum = 1, example = 1)]
    pub(super) version: i32,
    /// The HTML: one `article` element.
    #[schema(min_length = 1)]
    pub(super) body: String,
}

/// A request as its client sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TariffRequestBody)]
pub(super) struct BodyView {
    /// Request id.
    #[schema(minimum = 1)]
    pub(super) id: i64,
    /// Type of the document.
    pub(super) document_type: DocumentType,
    /// The state of the request.
    pub(super) state: RequestState,
    /// The HTML: one `article` element.
    #[schema(min_length = 1)]
    pub(super) body: String,
}

impl BodyView {
    pub(super) fn new(request: &TariffRequest, body: String) -> Self {
        Self { id: request.id.number(), document_type: request.document_type, state: request.state, body }
    }
}

/// The letter that was written.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TariffCorrespondence)]
pub(super) struct Correspondence {
    /// Id of the letter in the mail module.
    #[schema(format = "uuid")]
    pub(super) mail_id: String,
}

/// Every state that a request has had.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TariffRequestHistory)]
pub(super) struct History {
    /// Request id.
    #[schema(minimum = 1)]
    pub(super) id: i64,
    /// The changes, oldest first.
    pub(super) states: Vec<StateChangeView>,
}

/// One change of state.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TariffRequestStateChange)]
pub(super) struct StateChangeView {
    /// The state that the request came into.
    pub(super) state: RequestState,
    /// Time of the change.
    #[schema(format = DateTime)]
    pub(super) date: String,
    /// The user's name at that time, or `BANK`.
    #[schema(min_length = 1)]
    pub(super) author: String,
}

/// The data for the signature widget.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TariffRequestPreSign)]
pub(super) struct PreSign {
    /// Request id.
    #[schema(minimum = 1)]
    pub(super) id: i64,
    /// Type of the document.
    pub(super) document_type: DocumentType,
    /// The state of the request.
    pub(super) state: RequestState,
    /// Status of the document in the bank system.
    pub(super) bank_document_state: BankDocumentState,
    /// UID of the document in the document-signing store.
    #[serde(rename = "documentUID")]
    #[schema(format = "uuid")]
    pub(super) document_uid: String,
    /// Client identifier.
    #[schema(pattern = "^[A-Z0-9]{1,20}$")]
    pub(super) cnum: String,
    /// Number of the document, counted per client.
    #[schema(minimum = 1)]
    pub(super) client_document_number: i64,
    /// Full name of the client.
    #[schema(min_length = 1, max_length = 250)]
    pub(super) organization_full_name: String,
    /// Base64 of the SHA-256 of the PDF that the download operation returns.
    #[schema(min_length = 44, max_length = 44, pattern = "^[A-Za-z0-9+/]{43}=$")]
    pub(super) digest: String,
    /// The system that made the document.
    #[schema(example = "CLIENTBANK")]
    pub(super) source_system: &'static str,
    /// Type of the document in the bank system.
    pub(super) bank_document_type: BankDocumentType,
    /// Time at which the request was made.
    #[schema(format = DateTime)]
    pub(super) created_at: String,
    /// Time of the last change of its state.
    #[schema(format = DateTime)]
    pub(super) updated_at: String,
}

/// A request in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TariffRequestListItem)]
pub(super) struct ListItem {
    /// Request id.
    #[schema(minimum = 1)]
    id: i64,
    /// Type of the document.
    document_type: DocumentType,
    /// The state of the request.
    state: RequestState,
    /// The bank's name of the plan.
    #[schema(required = false, min_length = 1, max_length = 100)]
    target_tariff_plan_name: String,
    /// The plan's name for clients, in the language of the document.
    #[schema(required = false, min_length = 1, max_length = 100)]
    target_tariff_plan_public_name: String,
    /// Time at which the request was made.
    #[schema(required = false, format = DateTime)]
    created_at: String,
    /// Time of the last change of its state.
    #[schema(required = false, format = DateTime)]
    updated_at: String,
}

impl ListItem {
    pub(super) fn new(request: &TariffRequest, zone: &BankZone) -> Self {
        Self {
            id: request.id.number(),
            document_type: request.document_type,
            state: request.state,
            target_tariff_plan_name: request.target_plan_name.clone(),
            target_tariff_plan_public_name: request.target_plan_public_name.clone(),
            created_at: zone.date_time_text(request.created_at),
            updated_at: zone.date_time_text(request.updated_at),
        }
    }
}

/// A page of requests.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TariffRequestPage)]
pub(super) struct Page {
    /// The requests.
    pub(super) content: Vec<ListItem>,
    /// The most requests of a page, as asked.
    #[schema(minimum = 1, maximum = 10_000)]
    pub(super) size: i32,
    /// The number of the page, from 0, as asked.
    #[schema(minimum = 0)]
    pub(super) number: i32,
    /// True when a page follows.
    pub(super) has_next: bool,
    /// True when a page lies before.
    pub(super) has_previous: bool,
}

/// The body of every error.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TariffErrorBody {
    /// The error, for programs.
    pub(super) code: ErrorCode,
    /// The trace of the request, 32 hexadecimal digits.
    #[schema(pattern = "^[0-9a-f]{32}$", example = "4bf92f3577b34da6a3ce929d0e0e4736")]
    pub(super) trace_id: String,
    /// The error in words.
    pub(super) message: String,
    /// Detail: `violations` (field and message each), or `parameter`, `position` and `allowed` of a filter or sort (of
    /// a sort also the `index` of its value), or the `id` or `state` of the request that is in the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false, nullable = false)]
    pub(super) data: Option<Value>,
    /// The HTTP status with its name.
    #[schema(pattern = "^[1-5][0-9]{2} [A-Z_]+$", example = "400 BAD_REQUEST")]
    pub(super) status: String,
}

/// Every code of this area (TAR-09).
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = TariffErrorCode)]
pub(super) enum ErrorCode {
    ValidationError,
    ClientNotFound,
    TariffPlanNotFound,
    RequestNotFound,
    RequestNotUnsigned,
    RequestAlreadyExists,
    FutureChangeNotFound,
    CancelAlreadyRequested,
    AccessDenied,
    Unauthorized,
    InternalError,
}

edge::texts_of_bodies! {
    /// Type of a document.
    DocumentType as "TariffDocumentType";
    /// State of a request.
    RequestState as "TariffRequestState";
    /// Type of a document in the bank system.
    BankDocumentType as "TariffBankDocumentType";
    /// Status of a document in the bank system.
    BankDocumentState as "TariffBankDocumentState";
}
