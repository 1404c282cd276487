//! Facts that an event carries: the thing, its new state, and nothing about people.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::openapi::schema::AnyOfBuilder;
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Declares the facts of events: how they are carried, their schema, the kind of the thing, the field that names it,
/// and all fields.
macro_rules! facts {
    ($(
        $(#[$meaning:meta])+
        $name:ident($data:ident as $schema:ident) of $kind:literal by $id:ident { $($fields:tt)+ }
    )*) => {
        $(
            $(#[$meaning])+
            #[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
            #[serde(rename_all = "camelCase")]
            #[schema(as = $schema)]
            pub struct $data {
                $($fields)+
            }
        )*

        /// Facts of an event, as its type has them.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(untagged)]
        pub enum Data {
            $($name($data),)*
        }

        impl Data {
            /// Names the thing, by its kind and identifier. The events of one thing are delivered in their order.
            pub fn object(&self) -> (&'static str, &str) {
                match self {
                    $(Self::$name(data) => ($kind, &data.$id),)*
                }
            }
        }

        /// The facts of one event may fit the schemas of others too, which is why this is no choice of exactly one.
        impl PartialSchema for Data {
            fn schema() -> RefOr<Schema> {
                let any = AnyOfBuilder::new().description(Some("Facts of an event, as its type has them."));
                let of_types = [$($data::name()),*];
                let any = of_types.into_iter().fold(any, |any, name| any.item(Ref::from_schema_name(name)));
                RefOr::T(Schema::AnyOf(any.build()))
            }
        }

        impl ToSchema for Data {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed("EventData")
            }

            fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
                $(
                    schemas.push(($data::name().into_owned(), $data::schema()));
                    $data::schemas(schemas);
                )*
            }
        }
    };
}

facts! {
    /// A payroll statement has another state.
    Statement(StatementData as EventStatementData) of "payroll_statement" by statement_id {
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
    Signature(SignatureData as EventSignatureData) of "payroll_statement" by statement_id {
        /// The bank's identifier of the statement.
        pub statement_id: String,
        /// The company's own name of it.
        pub external_id: String,
        /// The state that it has now.
        pub state: String,
        /// The signatures that are missing, one entry for each type.
        pub missing: Vec<MissingSignature>,
    }

    /// A transfer of a payroll statement came back after it had been made.
    Return(ReturnData as EventReturnData) of "payroll_statement" by statement_id {
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
    TariffRequest(TariffRequestData as EventTariffRequestData) of "tariff_request" by request_id {
        /// The identifier of the request.
        pub request_id: String,
        /// The state that it has now.
        pub state: String,
    }

    /// The work on a message with currency certificates has another state.
    CertificateTask(CertificateTaskData as EventCertificateTaskData) of "certificate_task" by task_id {
        /// The identifier of the task.
        pub task_id: String,
        /// The state that it has now.
        pub state: String,
    }

    /// The bank wrote a letter, or another message in one.
    Letter(LetterData as EventLetterData) of "letter" by letter_id {
        /// The identifier of the letter.
        pub letter_id: String,
        /// The number of the message in the letter, from 1.
        #[schema(minimum = 1)]
        pub message: i64,
    }

    /// A webinar was published.
    Webinar(WebinarData as EventWebinarData) of "webinar" by webinar_id {
        /// The identifier of the webinar.
        pub webinar_id: String,
    }

    /// Somebody tries a webhook.
    Test(TestData as EventTestData) of "webhook" by webhook_id {
        /// The identifier of the webhook.
        pub webhook_id: String,
    }
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
