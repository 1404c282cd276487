//! Facts that an event carries: the thing, its new state, and nothing about people.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::openapi::schema::AnyOfBuilder;
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Facts of an event, as its type has them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Data {
    /// A payroll statement has another state.
    Statement(StatementData),
    /// A payroll statement waits for signatures.
    Signature(SignatureData),
    /// A transfer of a payroll statement came back.
    Return(ReturnData),
    /// A tariff request has another state.
    TariffRequest(TariffRequestData),
    /// The work on a message with currency certificates has another state.
    CertificateTask(CertificateTaskData),
    /// The bank wrote.
    Letter(LetterData),
    /// A webinar was published.
    Webinar(WebinarData),
    /// Somebody tries a webhook.
    Test(TestData),
}

/// A payroll statement has another state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EventStatementData)]
pub struct StatementData {
    /// The bank's identifier of the statement.
    pub statement_id: String,
    /// The company's own name of it.
    pub external_id: String,
    /// The state that it has now.
    pub state: String,
    /// The day on which it is executed, in `SCHEDULED`: as the calendar was at that moment. A holiday that the bank
    /// names later moves it, and the warning `P14` says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = Date, example = "2026-12-01")]
    pub day: Option<String>,
}

/// A payroll statement waits for signatures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EventSignatureData)]
pub struct SignatureData {
    /// The bank's identifier of the statement.
    pub statement_id: String,
    /// The company's own name of it.
    pub external_id: String,
    /// The state that it has now.
    pub state: String,
    /// The signatures that are missing, one entry for each type.
    pub missing: Vec<MissingSignature>,
}

/// Signatures of one type that are missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EventMissingSignature)]
pub struct MissingSignature {
    /// The type: `FIRST` or `SECOND`.
    #[serde(rename = "type")]
    pub signature_type: String,
    /// The number that is missing.
    #[schema(minimum = 1)]
    pub count: u8,
}

/// A transfer of a payroll statement came back after it had been made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EventReturnData)]
pub struct ReturnData {
    /// The bank's identifier of the statement.
    pub statement_id: String,
    /// The company's own name of it.
    pub external_id: String,
    /// The transfer's place in the request, from 1.
    #[schema(minimum = 1)]
    pub line: i64,
    /// The company's own number of the transfer.
    pub order_number: i64,
    /// The amount that came back, in roubles: `40.00`.
    pub amount: String,
    /// The code of the warning that the transfer has since.
    pub reason_code: String,
}

/// A tariff request has another state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EventTariffRequestData)]
pub struct TariffRequestData {
    /// The identifier of the request.
    pub request_id: String,
    /// The state that it has now.
    pub state: String,
}

/// The work on a message with currency certificates has another state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EventCertificateTaskData)]
pub struct CertificateTaskData {
    /// The identifier of the task.
    pub task_id: String,
    /// The state that it has now.
    pub state: String,
}

/// The bank wrote a letter, or another message in one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EventLetterData)]
pub struct LetterData {
    /// The identifier of the letter.
    pub letter_id: String,
    /// The number of the message in the letter, from 1.
    #[schema(minimum = 1)]
    pub message: i64,
}

/// A webinar was published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EventWebinarData)]
pub struct WebinarData {
    /// The identifier of the webinar.
    pub webinar_id: String,
}

/// Somebody tries a webhook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EventTestData)]
pub struct TestData {
    /// The identifier of the webhook.
    pub webhook_id: String,
}

impl Data {
    /// Names the thing, by its kind and identifier. The events of one thing are delivered in their order.
    pub fn object(&self) -> (&'static str, &str) {
        match self {
            Self::Statement(data) => ("payroll_statement", &data.statement_id),
            Self::Signature(data) => ("payroll_statement", &data.statement_id),
            Self::Return(data) => ("payroll_statement", &data.statement_id),
            Self::TariffRequest(data) => ("tariff_request", &data.request_id),
            Self::CertificateTask(data) => ("certificate_task", &data.task_id),
            Self::Letter(data) => ("letter", &data.letter_id),
            Self::Webinar(data) => ("webinar", &data.webinar_id),
            Self::Test(data) => ("webhook", &data.webhook_id),
        }
    }
}

/// The facts of one event may fit the schemas of others too, which is why this is no choice of exactly one.
impl PartialSchema for Data {
    fn schema() -> RefOr<Schema> {
        let of_types = [
            StatementData::name(),
            SignatureData::name(),
            ReturnData::name(),
            TariffRequestData::name(),
            CertificateTaskData::name(),
            LetterData::name(),
            WebinarData::name(),
            TestData::name(),
        ];
        let any = AnyOfBuilder::new().description(Some("Facts of an event, as its type has them."));
        let any = of_types.into_iter().fold(any, |any, name| any.item(Ref::from_schema_name(name)));
        RefOr::T(Schema::AnyOf(any.build()))
    }
}

impl ToSchema for Data {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("EventData")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        fn add<T: ToSchema>(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            schemas.push((T::name().into_owned(), T::schema()));
            T::schemas(schemas);
        }
        add::<StatementData>(schemas);
        add::<SignatureData>(schemas);
        add::<ReturnData>(schemas);
        add::<TariffRequestData>(schemas);
        add::<CertificateTaskData>(schemas);
        add::<LetterData>(schemas);
        add::<WebinarData>(schemas);
        add::<TestData>(schemas);
    }
}
