//! The bodies of actions, proposals, registry and trail.

use audit::StoredEntry;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use edge::EdgeError;
use kernel::hexadecimal;
use proposals::{Proposal, Verdict, check_reason};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::api::error::BankError;
use crate::work::actions::action::{Declared, Done, RegistryTable, SecondPerson, Source};
use crate::work::actions::{ActionCall, Rehearsed, Signed};

/// The most characters of a signature: the longest one on P-256 in DER, in Base64.
const SIGNATURE_CHARACTERS_MAX: usize = 96;

/// Everything that people may do.
#[derive(Serialize, ToSchema)]
pub(in crate::api) struct BankActions {
    pub(super) actions: Vec<BankAction>,
}

/// An action.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct BankAction {
    #[schema(example = "users.lock")]
    name: &'static str,
    about: &'static str,
    /// The role of whoever does it.
    #[schema(example = "security")]
    role: &'static str,
    /// True when a second person approves it, as soon as the bank has named two.
    needs_second_person: bool,
    /// The roubles from which on: less than it within 24 hours is moved by one person.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, pattern = r"^[0-9]+\.[0-9]{2}$", example = "500000.00")]
    second_person_from: Option<String>,
    arguments: Vec<BankArgument>,
}

/// An argument of an action.
#[derive(Serialize, ToSchema)]
struct BankArgument {
    #[schema(example = "login")]
    name: &'static str,
    about: &'static str,
    required: bool,
}

impl BankAction {
    /// Shows an action as the bank has set it.
    pub(super) fn new(declared: &Declared, rule: SecondPerson) -> Self {
        let Declared { name, about, role, arguments, .. } = declared;
        let arguments = arguments.iter().map(|argument| BankArgument {
            name: argument.name,
            about: argument.about,
            required: argument.is_required,
        });
        Self {
            name,
            about,
            role: role.as_str(),
            needs_second_person: rule != SecondPerson::Never,
            second_person_from: if let SecondPerson::From(least) = rule {
                Some(least.to_string())
            } else {
                None
            },
            arguments: arguments.collect(),
        }
    }
}

/// A call of an action.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::api) struct BankActionCall {
    /// As the list of actions names them.
    #[serde(default)]
    #[schema(value_type = Object)]
    arguments: Map<String, Value>,
    /// The reason, for the trail and for the second person.
    #[schema(min_length = 1, max_length = 250, example = "The phone was stolen")]
    reason: String,
    /// The signature under the proposal, where a second person is needed.
    #[schema(nullable = false)]
    signed: Option<BankSignature>,
}

/// A person's signature.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::api) struct BankSignature {
    /// The moment that the signed text has, within five minutes of the present one.
    #[schema(format = DateTime, example = "2026-11-20T09:00:00Z")]
    at: String,
    /// ECDSA with SHA-256 by the person's key over the text, in DER and Base64.
    #[schema(min_length = 8, max_length = 96, pattern = "^[A-Za-z0-9+/]+={0,2}$", example = "MEUCIQDn8QbZ")]
    signature: String,
}

impl BankSignature {
    pub(super) fn read(&self) -> Result<Signed, BankError> {
        let at = self.at.parse::<jiff::Timestamp>();
        let at = at
            .map_err(|_| EdgeError::malformed("`signed.at` must be a moment such as 2026-11-20T09:00:00Z"))?;
        let short = Some(&self.signature).filter(|text| text.len() <= SIGNATURE_CHARACTERS_MAX);
        let signature = short.and_then(|text| STANDARD.decode(text).ok());
        let signature = signature.ok_or_else(|| {
            let rule = format!("must be DER in Base64, of at most {SIGNATURE_CHARACTERS_MAX} characters");
            EdgeError::malformed(format!("`signed.signature` {rule}"))
        })?;
        Ok(Signed { at: at.into(), signature })
    }
}

impl BankActionCall {
    pub(super) fn read(self) -> Result<ActionCall, BankError> {
        let wrong = |error| EdgeError::malformed(format!("`reason` {error}"));
        check_reason(&self.reason).map_err(wrong)?;
        let signed = self.signed.as_ref().map(BankSignature::read).transpose()?;
        Ok(ActionCall { arguments: self.arguments, reason: self.reason, signed })
    }
}

/// The effects that an action would have.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct BankRehearsal {
    /// Sentences about what would change.
    told: Vec<String>,
    /// True when it has to be proposed to a second person.
    needs_second_person: bool,
    /// The text that proposes it, to be signed; another proposal in between makes it another text.
    text: String,
    /// The moment in the text.
    #[schema(format = DateTime, example = "2026-11-20T09:00:00Z")]
    at: String,
}

impl From<Rehearsed> for BankRehearsal {
    fn from(rehearsed: Rehearsed) -> Self {
        let Rehearsed { told, needs_two, text, at } = rehearsed;
        Self { told, needs_second_person: needs_two, text, at: at.to_string() }
    }
}

/// The outcome of an action.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct BankActionOutcome {
    /// Sentences about what has changed.
    told: Vec<String>,
    /// An answer for whoever has done it, such as a one-time password; it is not shown again.
    #[serde(skip_serializing_if = "Value::is_null")]
    #[schema(value_type = Object)]
    result: Value,
}

impl From<&Done> for BankActionOutcome {
    fn from(done: &Done) -> Self {
        Self { told: done.told.clone(), result: done.result.clone() }
    }
}

/// The number of a proposal.
#[derive(Serialize, ToSchema)]
pub(in crate::api) struct BankProposed {
    #[schema(minimum = 1, example = 17)]
    pub(super) proposal: i64,
}

/// Proposals.
#[derive(Serialize, ToSchema)]
pub(in crate::api) struct BankProposals {
    pub(super) proposals: Vec<BankProposal>,
}

/// A proposal.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct BankProposal {
    #[schema(minimum = 1, example = 17)]
    number: i64,
    #[schema(example = "OPEN")]
    state: &'static str,
    /// The role that both people need.
    #[schema(example = "security")]
    role: &'static str,
    /// The thing to be done: an action with its arguments, or a command with the digests of its files.
    #[schema(value_type = Object)]
    content: Value,
    /// Its changes, in words.
    difference: String,
    reason: String,
    /// SHA-256 over role, content, difference and reason: a person signs it.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    sha256: String,
    made_by: String,
    #[schema(format = DateTime)]
    made_at: String,
    /// The moment from which nobody decides or carries it out.
    #[schema(format = DateTime)]
    ends_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    carried_out_by: Option<String>,
}

impl From<Proposal> for BankProposal {
    fn from(proposal: Proposal) -> Self {
        let Proposal { number, state, role, content, difference, reason, sha256, made_by, .. } = proposal;
        Self {
            number,
            state: state.as_str(),
            role: role.as_str(),
            content: serde_json::from_str(&content).unwrap_or(Value::String(content)),
            difference,
            reason,
            sha256: hexadecimal(&sha256),
            made_by,
            made_at: proposal.made_at.to_string(),
            ends_at: proposal.ends_at.to_string(),
            decided_by: proposal.decided.map(|(name, _, _)| name),
            carried_out_by: proposal.carried_out.map(|(name, _)| name),
        }
    }
}

/// A decision about a proposal.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::api) struct BankDecision {
    /// `APPROVE` or `REFUSE` what somebody else proposes, or `REVIEW` what somebody did alone.
    #[schema(pattern = "^(APPROVE|REFUSE|REVIEW)$", example = "APPROVE")]
    verdict: String,
    /// The signature under the text of the decision.
    signed: BankSignature,
}

impl BankDecision {
    pub(super) fn read(&self) -> Result<(Option<Verdict>, Signed), BankError> {
        let verdict = match self.verdict.as_str() {
            "APPROVE" => Some(Verdict::Approve),
            "REFUSE" => Some(Verdict::Refuse),
            "REVIEW" => None,
            _ => return Err(EdgeError::malformed("`verdict` must be APPROVE, REFUSE or REVIEW").into()),
        };
        Ok((verdict, self.signed.read()?))
    }
}

/// The tables of the registry.
#[derive(Serialize, ToSchema)]
pub(in crate::api) struct BankTables {
    pub(super) tables: Vec<BankTable>,
}

/// A table of the registry.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct BankTable {
    #[schema(example = "companies")]
    name: &'static str,
    /// The columns by which a row is found.
    key: Vec<&'static str>,
    /// The columns that `registry.change` takes; none where nothing is changed so.
    columns: Vec<BankColumn>,
}

/// A column of a table.
#[derive(Serialize, ToSchema)]
struct BankColumn {
    #[schema(example = "cnum")]
    name: &'static str,
    required: bool,
    /// True where rows are found by their value, however many the table has.
    indexed: bool,
}

impl From<&RegistryTable> for BankTable {
    fn from(table: &RegistryTable) -> Self {
        let (columns, found_by) = match &table.source {
            Source::File(importer) => (importer.columns(), importer.found_by()),
            Source::List(..) => (&[][..], &[][..]),
        };
        let columns = columns.iter().map(|column| BankColumn {
            name: column.name,
            required: column.required,
            indexed: found_by.iter().any(|(name, _)| *name == column.name),
        });
        Self { name: table.name, key: table.key.to_vec(), columns: columns.collect() }
    }
}

/// Rows of a table.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct BankRows {
    /// Each with its values by name, as the tables hold them; a secret is `set`.
    #[schema(value_type = Vec<Object>)]
    pub(super) rows: Vec<Map<String, Value>>,
    /// The `after` of the next question, when there may be more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) next_after: Option<String>,
}

/// A row with its history.
#[derive(Serialize, ToSchema)]
pub(in crate::api) struct BankRow {
    #[schema(value_type = Object)]
    pub(super) row: Map<String, Value>,
    /// The newest entries of the trail about it, up to 100.
    pub(super) history: Vec<BankTrailEntry>,
}

/// Entries of the trail.
#[derive(Serialize, ToSchema)]
pub(in crate::api) struct BankTrail {
    pub(super) entries: Vec<BankTrailEntry>,
}

/// An entry of the trail.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::api) struct BankTrailEntry {
    id: String,
    #[schema(format = DateTime)]
    at: String,
    /// `USER`, `CLIENT`, `OPERATOR`, `BANK_SYSTEM` or `SYSTEM`.
    actor_kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    actor: Option<String>,
    #[schema(example = "user.locked")]
    action: String,
    object_kind: String,
    object: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    company: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace_id: Option<String>,
    #[schema(value_type = Object)]
    detail: Value,
}

impl From<StoredEntry> for BankTrailEntry {
    fn from(entry: StoredEntry) -> Self {
        Self {
            id: entry.id.to_string(),
            at: entry.at.to_string(),
            actor_kind: entry.actor_kind,
            actor: entry.actor_id,
            action: entry.action,
            object_kind: entry.object_kind,
            object: entry.object_id,
            company: entry.company.map(|company| company.to_string()),
            address: entry.address,
            trace_id: entry.trace_id,
            detail: serde_json::from_str(&entry.detail).unwrap_or(Value::String(entry.detail)),
        }
    }
}
