//! The job that looks at a statement in CHECKING, from its rows to its next state (PAY-03, PAY-11, PAY-12).
//!
//! Three steps: a snapshot is read and checked; the signatures of a signed statement are verified outside of the database; one
//! unit of work writes what was found and takes the step. Until that unit nothing is changed, so a worker that is killed
//! leaves the job to the next one. The unit is guarded by the job's lease and by the statement's version.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use clients::signatures::{MissingList, SchemeState, SignatureFault, Trust, counting, scheme_state};
use clients::{SignatureScheme, SignatureType};
use jobs::{Handler, JobError, Lease, Next};
use kernel::{Cnum, Instant, Language, UserId};
use serde_json::json;
use store::{StoreError, Tx, params};

use super::signatures::{GivenSignature, SentSignature};
use super::{conversions, dictionaries, findings, lapse, signatures, statements, transfers};
use crate::catalogue::{Code, Finding, Reason};
use crate::checks::{Checked, Checker, Facts};
use crate::identifier::StatementId;
use crate::lifecycle::{Change, Forbidden, SignedEvent, StatementKind, StatementStatus, UnsignedEvent};
use crate::state::{EXECUTE, PayrollState};
use crate::statement::{Digests, StatementHeader};

store::queries! {
    /// Another statement of the company's year with the same number.
    NUMBER_OF_ANOTHER = "select s.number from payroll_statements s
        where s.cnum = $1 and s.year = $2 and s.number = $3 and s.statement_id <> $4 limit 1";
}

/// Does the jobs of kind [`CHECK`](crate::state::CHECK).
#[derive(Clone, Debug)]
pub(crate) struct CheckHandler(pub(crate) PayrollState);

/// What was read of a statement.
struct Read {
    header: StatementHeader,
    findings: Vec<Finding>,
    /// What signatures are verified with; none for an unsigned statement.
    signing: Option<Signing>,
}

/// What signatures are verified with.
pub(crate) struct Signing {
    trust: Trust,
    scheme: SignatureScheme,
    sent: Vec<SentSignature>,
}

/// What came of the signatures.
#[derive(Debug, Default)]
pub(crate) struct Verified {
    pub(crate) faults: Vec<Reason>,
    signers: Vec<(i64, GivenSignature)>,
}

impl Handler for CheckHandler {
    async fn run(&self, lease: Lease) -> Result<Next, JobError> {
        let id: StatementId =
            lease.key().parse().map_err(|_| JobError::Failed("the key is no statement".to_owned()))?;
        let state = self.0.clone();
        let read = self.0.store.read("payroll.check", move |tx| read(tx, &state, id)).await?;
        let Some(Read { header, findings, signing }) = read else {
            return self.nothing_to_do(lease).await;
        };
        let verified = match signing {
            Some(signing) => verify(header.clone(), signing).await?,
            None => Verified::default(),
        };
        let state = self.0.clone();
        let work = move |tx: &mut Tx| conclude(tx, &state, &lease, &header, &findings, &verified);
        self.0.store.write("payroll.conclude_check", work).await?;
        self.0.wake.notify(EXECUTE);
        Ok(Next::Completed)
    }

    fn give_up(&self, tx: &mut Tx, key: &str, _reason: &str, now: Instant) -> Result<(), StoreError> {
        let Ok(id) = key.parse() else { return Ok(()) };
        let Some(mut header) = statements::header(tx, id)? else { return Ok(()) };
        if header.state.status() != StatementStatus::Checking {
            return Ok(());
        }
        let found = [Finding::of_statement(Reason::new(Code::P90))];
        let Ok(change) = header.state.fail() else { return Ok(()) };
        findings::replace(tx, id, &found)?;
        statements::advance(tx, &mut header, &change, now, None)?;
        record(tx, &self.0, &header, now)
    }
}

impl CheckHandler {
    /// The statement is not in CHECKING any more: an earlier attempt got through.
    async fn nothing_to_do(&self, lease: Lease) -> Result<Next, JobError> {
        let now = self.0.clock.now();
        let work = move |tx: &mut Tx| {
            lease.check(tx, now)?;
            lease.complete(tx)
        };
        self.0.store.write::<_, JobError>("payroll.check_is_done", work).await?;
        Ok(Next::Completed)
    }
}

/// Reads a statement in CHECKING and looks at it; `None` when it is in another state.
fn read(tx: &mut Tx, state: &PayrollState, id: StatementId) -> Result<Option<Read>, JobError> {
    let Some(header) = statements::header(tx, id)? else { return Ok(None) };
    if header.state.status() != StatementStatus::Checking {
        return Ok(None);
    }
    let facts = facts(tx, state, &header)?;
    let mut checker = Checker::new(checked(&header), &facts);
    transfers::for_each(tx, id, header.lines_count, |transfer| checker.transfer(transfer))?;
    let findings = checker.finish();
    let signing = match header.state.kind() {
        StatementKind::Unsigned => None,
        StatementKind::Signed => {
            let sent = signatures::sent(tx, id)?;
            Some(Signing::of(tx, &header.cnum, sent, state.settings.missing_list)?)
        }
    };
    Ok(Some(Read { header, findings, signing }))
}

/// What the checks look at of a statement.
pub(crate) fn checked(header: &StatementHeader) -> Checked<'_> {
    Checked { kind: header.state.kind(), terms: &header.terms, date: header.date, number: header.number }
}

/// What the bank knows about a stored statement.
fn facts(tx: &mut Tx, state: &PayrollState, header: &StatementHeader) -> Result<Facts, StoreError> {
    let bic = &state.settings.bic;
    let today = state.settings.zone.date_of(state.clock.now());
    let rates = &header.terms.conversion_rates;
    let number = params![&header.cnum, header.year, header.number, header.id.bytes()];
    Ok(Facts {
        today,
        own_bic: bic.clone(),
        other_banks: dictionaries::other_banks(tx)?,
        debit_account_is_open: dictionaries::debit_account_is_open(tx, &header.cnum, &header.terms.account)?,
        enrollment: dictionaries::enrollment_kind(tx, &header.terms.enrollment_code)?,
        number_is_taken: tx.query_optional(&NUMBER_OF_ANOTHER, number)?.is_some(),
        quotes: conversions::quotes(tx, &state.settings.conversion, rates, today)?,
        unattached_lines: dictionaries::unattached_lines(tx, header.id, bic, &header.cnum)?,
    })
}

/// Verifies digest and signatures on a thread of its own: arithmetic has no place among requests.
async fn verify(header: StatementHeader, signing: Signing) -> Result<Verified, JobError> {
    let Some(digests) = header.digests else { return Ok(Verified::default()) };
    tokio::task::spawn_blocking(move || signing.verified(&digests, header.created_at))
        .await
        .map_err(|error| JobError::Failed(format!("the verification of signatures failed: {error}")))
}

impl Signing {
    /// What the signatures of a company's statement are verified with.
    pub(crate) fn of(
        tx: &mut Tx,
        cnum: &Cnum,
        sent: Vec<SentSignature>,
        missing_list: MissingList,
    ) -> Result<Self, JobError> {
        let company = clients::find_company(tx, cnum)?
            .ok_or_else(|| JobError::Failed(format!("there is no company {cnum}")))?;
        let trust = clients::signatures::trust(tx, cnum, missing_list)?;
        Ok(Self { trust, scheme: company.signature_scheme, sent })
    }

    /// Compares the digests and verifies every signature as of the moment `at`.
    pub(crate) fn verified(&self, digests: &Digests, at: Instant) -> Verified {
        let mut verified = Verified::default();
        if BASE64.decode(&digests.claimed).ok().as_deref() != Some(digests.computed.as_slice()) {
            verified.faults.push(Reason::new(Code::S03));
            return verified;
        }
        for (number, sent) in (1..).zip(&self.sent) {
            match self.trust.verify(&digests.computed, &sent.signature, at) {
                Err(fault) => verified.faults.push(signature_reason(&fault, number)),
                Ok(signers) => verified.signers.extend(signers.into_iter().map(|signer| {
                    let given = GivenSignature {
                        user: signer.user_id,
                        signature_type: signer.signature_type,
                        certificate_id: Some(signer.certificate_id.to_string()),
                        at,
                    };
                    (sent.position, given)
                })),
            }
        }
        if verified.faults.is_empty() {
            verified.faults.extend(missing(self.scheme, &verified.signers));
        }
        verified.signers = only_counting(self.scheme, verified.signers);
        verified
    }
}

/// The signatures as the rule of the scheme takes them.
fn people(signers: &[(i64, GivenSignature)]) -> impl Iterator<Item = (&UserId, SignatureType)> {
    signers.iter().map(|(_, given)| (&given.user, given.signature_type))
}

/// The signatures that count, each once: what else was sent does no harm and is nobody's.
fn only_counting(scheme: SignatureScheme, signers: Vec<(i64, GivenSignature)>) -> Vec<(i64, GivenSignature)> {
    let mut counting: BTreeSet<(UserId, SignatureType)> =
        counting(scheme, people(&signers)).into_iter().map(|(user, kind)| (user.clone(), kind)).collect();
    let is_next =
        |(_, given): &(i64, GivenSignature)| counting.remove(&(given.user.clone(), given.signature_type));
    signers.into_iter().filter(is_next).collect()
}

/// What the scheme still asks for; whoever would have all signatures if one person could give several is told so.
fn missing(scheme: SignatureScheme, signers: &[(i64, GivenSignature)]) -> Option<Reason> {
    let SchemeState::Missing { first, second } = scheme_state(scheme, people(signers)) else { return None };
    let code = match scheme_state(scheme.by_same_person(), people(signers)) {
        SchemeState::Complete => Code::S20,
        SchemeState::Missing { .. } => Code::S02,
    };
    Some(Reason::with(code, [first.to_string(), second.to_string()]))
}

/// The reason that names the signature, in both languages.
pub(crate) fn signature_reason(fault: &SignatureFault, number: usize) -> Reason {
    let texts = [Language::Russian, Language::English].map(|language| fault.message(number, language));
    Reason::with(Code::S01, texts)
}

/// Writes what was found and takes the step.
fn conclude(
    tx: &mut Tx,
    state: &PayrollState,
    lease: &Lease,
    header: &StatementHeader,
    found: &[Finding],
    verified: &Verified,
) -> Result<(), JobError> {
    let now = state.clock.now();
    lease.check(tx, now)?;
    let mut header = header.clone();
    let (change, run_at) = step(state, &header, found, verified, now)
        .map_err(|forbidden| JobError::Failed(forbidden.to_string()))?;
    let mut all: Vec<Finding> = verified.faults.iter().cloned().map(Finding::of_statement).collect();
    all.extend_from_slice(found);
    if !statements::advance(tx, &mut header, &change, now, None)? {
        return Err(JobError::Lost);
    }
    findings::replace(tx, header.id, &all)?;
    for (index, (position, given)) in verified.signers.iter().enumerate() {
        let is_repeat = verified.signers.iter().take(index).any(|(_, before)| before.user == given.user);
        signatures::name_signer(tx, header.id, *position, given, is_repeat)?;
    }
    if lapse::awaits_signatures(header.state.status()) {
        lapse::begin(tx, state, header.id, now)?;
    }
    if let Some(run_at) = run_at {
        jobs::enqueue(tx, EXECUTE, &header.id.to_string(), run_at)?;
    }
    record(tx, state, &header, now)?;
    lease.complete(tx)
}

/// The step that follows from what was found, and when execution begins:
///
/// | Kind | Signatures | Checks | To |
/// |---|---|---|---|
/// | signed | a fault | any | `ERROR_SIGN` |
/// | signed | right and complete | an error | ERROR |
/// | signed | right and complete | no error | SCHEDULED until the date, else PROCESSING |
/// | unsigned | – | an error | ERROR |
/// | unsigned | – | a warning | `AWAITING_SIGN_WITH_WARNINGS` |
/// | unsigned | – | nothing | `AWAITING_SIGN` |
fn step(
    state: &PayrollState,
    header: &StatementHeader,
    found: &[Finding],
    verified: &Verified,
    now: Instant,
) -> Result<(Change, Option<Instant>), Forbidden> {
    let from = &header.state;
    if let Some(reason) = verified.faults.first() {
        return Ok((from.signed(SignedEvent::SignaturesFailed(reason.clone()))?, None));
    }
    if found.iter().any(Finding::is_error) {
        return Ok((from.fail()?, None));
    }
    if from.kind() == StatementKind::Unsigned {
        let event = if found.is_empty() { UnsignedEvent::ChecksPassed } else { UnsignedEvent::ChecksWarned };
        return Ok((from.unsigned(event)?, None));
    }
    let zone = &state.settings.zone;
    if header.date > zone.date_of(now) {
        return Ok((from.schedule(header.date)?, Some(zone.start_of_day(header.date))));
    }
    Ok((from.begin()?, Some(now)))
}

fn record(
    tx: &mut Tx,
    state: &PayrollState,
    header: &StatementHeader,
    now: Instant,
) -> Result<(), StoreError> {
    let object = ("payroll_statement", header.id.to_string());
    let action = "payroll_statement.checked";
    let entry = audit::Entry::new(now, &*state.randomness, audit::Actor::System, action, object)
        .company(header.cnum.clone())
        .detail(json!({ "status": header.state.status().as_str() }));
    audit::record(tx, entry)
}
