//! The entries of the description's `webhooks`: what a receiver is sent, type by type, made by the types themselves.

use events::{Envelope, EventType, example};
use utoipa::ToSchema as _;
use utoipa::openapi::path::{OperationBuilder, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{
    ContentBuilder, HttpMethod, PathsBuilder, Ref, Required, ResponseBuilder, ResponsesBuilder,
};

/// The headers of a delivery, each with what it says.
const HEADERS: [(&str, &str); 3] = [
    (
        "webhook-id",
        "The identifier of the event, the same in every repeat: whoever has seen it does nothing.",
    ),
    (
        "webhook-timestamp",
        "The moment of the attempt, in seconds since 1970. Refuse what is older than five minutes.",
    ),
    (
        "webhook-signature",
        "Signatures of `{webhook-id}.{webhook-timestamp}.{body}`, with spaces between them: `v1,…` by HMAC-SHA256 with \
         the secret, `v1a,…` by Ed25519. One that verifies is enough.",
    ),
];

pub(super) fn webhooks() -> utoipa::openapi::Paths {
    EventType::ALL
        .into_iter()
        .fold(PathsBuilder::new(), |paths, event_type| paths.path(event_type.as_str(), item(event_type)))
        .build()
}

fn item(event_type: EventType) -> PathItem {
    let value = example(event_type).and_then(|event| event.value().ok());
    let content =
        ContentBuilder::new().schema(Some(Ref::from_schema_name(Envelope::name()))).example(value).build();
    let body = RequestBodyBuilder::new()
        .description(Some("The event."))
        .content("application/json", content)
        .required(Some(Required::True));
    let taken = ResponseBuilder::new().description("Taken. Everything else is a failure, and tried again.");
    let operation = OperationBuilder::new()
        .summary(Some(format!("Event {event_type}")))
        .description(Some(format!("Version {}.", event_type.version())))
        // A receiver trusts the signature, which no scheme of the format names.
        .security(SecurityRequirement::default())
        .request_body(Some(body.build()))
        .responses(ResponsesBuilder::new().response("2XX", taken.build()).build());
    let operation = HEADERS.iter().fold(operation, |operation, (name, description)| {
        let schema = ObjectBuilder::new().schema_type(Type::String);
        let parameter = ParameterBuilder::new()
            .name(*name)
            .parameter_in(ParameterIn::Header)
            .description(Some(*description))
            .required(Required::True)
            .schema(Some(schema.build()));
        operation.parameter(parameter.build())
    });
    PathItem::new(HttpMethod::Post, operation.build())
}
