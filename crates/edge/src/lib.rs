//! The HTTP frame of every area: connections, tokens, errors, request ids, limits.
//!
//! From the outside in: [`serve`] accepts connections and keeps slow, oversized and ambiguous requests out;
//! [`frame`] gives each request an id and a trace and logs it; [`area_router`] answers unknown paths, wrong
//! methods, panics and slowness in the body of the area; the extractors ([`Authenticated`], [`AreaJson`],
//! [`AreaPath`], [`QueryList`]) turn headers, bodies and parameters into values or into the area's error.
//!
//! An area adds itself by an error enum and a list of operations ([`area_error!`], [`operation!`]):
//!
//! ```ignore
//! pub static OPERATIONS: Operations<AccountsState> = Operations::new::<AccountsError>(LIMITS, ABOUT, operations);
//! let router = OPERATIONS.routes(state);
//! ```

mod accept_language;
mod answer;
mod area;
mod areas;
mod caller;
mod context;
mod description;
mod edge;
mod error;
mod exact_number;
mod extract;
mod frame;
mod played;
mod proxy;
mod rate;
mod rehearsal;
mod request_log;
mod serve;
mod token;
mod unknown_path;

pub use accept_language::{AcceptLanguage, QUALITY_MAX, accept_language, qvalue};
pub use answer::{Deprecation, attachment, written_json};
pub use area::{AreaLimits, REQUEST_TIME_MAX, area_router};
pub use areas::Areas;
pub use caller::{Caller, IdentityCaller};
pub use context::{Gate, NO_TRACE_ID, REQUEST_ID_CHARACTERS_MAX, RequestContext, trace_id};
// For [`operation!`].
#[doc(hidden)]
pub use utoipa_axum;

pub use description::{
    ACCESS_TOKEN_SCHEME, About, Absent, AreaQuery, BinaryBody, Described, DescribedError, Description,
    ErrorAnswer, ErrorExample, FromQuery, ID_TOKEN_SCHEME, OperationList, Operations, PageOf, Paged, Paging,
    RoutedOperation, Signature, described, integer_enum, license, on_methods, operation_of, text_enum,
};
pub use edge::Edge;
pub use error::{AreaError, EdgeError, InternalMessage};
pub use exact_number::{ExactAmount, ExactDecimal};
pub use extract::{
    AreaJson, AreaPath, Authenticated, FORM, IdentityAuthenticated, JSON_BYTES_MAX, JSON_DEPTH_MAX,
    JSON_OBJECT_KEYS_MAX, JsonKey, QUERY_PARAMETERS_MAX, QueryList, WANTED_BEARER, bearer, check_json,
    json_text, parse_json, parse_object, read_body, read_form,
};
pub use frame::{Framed, SANDBOX, frame, frame_behind, frame_quietly};
pub use played::asked_triggers;
pub use proxy::{Peer, TrustedProxies, TrustedProxiesError};
pub use rate::{RATE_KEYS_MAX, RateLimit, RateLimiter};
pub use rehearsal::{Fault, FoundTrigger, Rehearsals, SANDBOX_TRIGGER, TRIGGERS_MAX};
pub use request_log::{CALLS_KEPT_MAX, CLIENTS_KEPT_MAX, Call, RequestLog, Strangers, ToldError};
pub use serve::{Answers, Drained, HEADERS_MAX, ServeLimits, serve, serve_behind};
pub use spans::{SpanId, TraceContext, TraceId};
pub use token::{
    AccessToken, CLOCK_SKEW_S_MAX, IdentityToken, KEYS_MAX, KeyError, ONLINE_BANK_CLIENT, OnlineBankToken,
    PublicKey, REVOCATION_FEED_AGE_S_MAX, REVOCATION_KEPT_S, REVOCATIONS_MAX, Revocations, SigningAlgorithm,
    Stopped, TOKEN_BYTES_MAX, TokenError, Verifier, VerifierSettings, open_identity,
};
pub use unknown_path::unknown_path;
