//! How a request comes into being.
//!
//! The document takes milliseconds of arithmetic, which no unit of work should hold its locks for. So a request is made in
//! three steps: what is asked is looked up; the document is made beside everything else; one unit of work checks again and
//! writes it all. What changed in between is refused, or tried again when only the number was taken. A crash before the
//! last step leaves nothing behind.

use std::sync::Arc;

use audit::Actor;
use kernel::{Cnum, Instant, Language, Randomness};
use serde_json::json;
use store::{StoreError, Tx, params};
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::access::Viewer;
use super::failure::Failure;
use super::requests::{By, note, to_change};
use super::trail::Trail;
use super::{letters, plans};
use crate::document::{Asked, Facts, Imprint, Printed, print};
use crate::letter::{Sender, cancellation_letter};
use crate::plan::{PlanCode, PlanStatus, TariffPlan};
use crate::refusal::Refusal;
use crate::request::{RequestId, TariffRequest, UNSIGNED_DAYS_MAX};
use crate::request_state::RequestState;
use crate::state::TariffOffice;
use crate::worker::EXPIRE;

/// How often a request is tried again whose number was taken by another of the same client.
const ATTEMPTS_MAX: u32 = 8;
/// Seconds of a day.
const SECONDS_PER_DAY: i64 = 86_400;

store::queries! {
    /// The request that keeps a client from making another one.
    REQUEST_OPEN = "select request_id from tariff_requests
        where cnum = $1 and document_type = 'CLIENT_TARIFF_PLAN_CHANGE_REQUEST'
            and state in ('UNSIGNED', 'PARTIALLY_SIGNED', 'SIGNED', 'PROCESSING')";

    /// The request that keeps a client from cancelling a change once more.
    CANCEL_OPEN = "select request_id from tariff_requests
        where future_change_id = $1 and state not in ('DECLINED', 'CANCELLED')";

    /// The last number of a client's requests.
    LAST_NUMBER = "select coalesce(max(client_document_number), 0) as last_number from tariff_requests where cnum = $1";

    /// A new request; nothing happens when any of its keys is taken.
    REQUEST_INSERT = "insert into tariff_requests (request_id, document_uid, cnum, client_document_number, document_type,
            state, template_version, language, target_plan_code, target_plan_name, target_plan_public_name,
            organization_full_name, future_change_id, letter_id, created_by, created_at_us, updated_at_us)
        values ($1, $2, $3, $4, $5, 'UNSIGNED', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)
        on conflict do nothing";

    /// The document of a new request.
    DOCUMENT_INSERT = "insert into tariff_request_documents (request_id, html, pdf, digest) values ($1, $2, $3, $4)";
}

/// What a caller asks for.
#[derive(Clone, Debug)]
pub(crate) enum Wish {
    /// Another plan; a text that is no code names none.
    Change(Option<PlanCode>),
    /// To cancel the change with this identifier.
    Cancel(i64),
}

/// A new request, with what belongs to it.
#[derive(Debug)]
pub(crate) struct Created {
    pub(crate) request: TariffRequest,
    pub(crate) html: String,
    /// The letter that went with a cancel request.
    pub(crate) letter: Option<Uuid>,
}

/// The filled template without a request: version and HTML.
pub(crate) async fn generate(
    office: &TariffOffice,
    viewer: &Viewer,
    cnum: &Cnum,
    plan: Option<&PlanCode>,
    language: Language,
) -> Result<(i32, String), Failure> {
    let wish = Wish::Change(plan.cloned());
    let draft = look_up(office, viewer, cnum, &wish, language, Purpose::Look).await?;
    let version = office.templates.current();
    Ok((version, office.templates.render(version, &draft.facts)?))
}

/// Makes a request in `UNSIGNED` with its document, the first entry of its history and, for a cancellation, its letter.
pub(crate) async fn create(
    office: &TariffOffice,
    viewer: &Viewer,
    cnum: &Cnum,
    wish: Wish,
    language: Language,
) -> Result<Created, Failure> {
    for _ in 0..ATTEMPTS_MAX {
        let draft = look_up(office, viewer, cnum, &wish, language, Purpose::Create).await?;
        let paper = draft.make(office).await?;
        if let Some(created) = write(office, viewer, paper).await? {
            return Ok(created);
        }
    }
    Err(StoreError::Busy("the client makes many requests at once".to_owned()).into())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Look,
    Create,
}

/// What was looked up.
#[derive(Debug)]
struct Draft {
    facts: Facts,
    now: Instant,
}

async fn look_up(
    office: &TariffOffice,
    viewer: &Viewer,
    cnum: &Cnum,
    wish: &Wish,
    language: Language,
    purpose: Purpose,
) -> Result<Draft, Failure> {
    let now = office.clock.now();
    let date = office.zone.date_of(now);
    let bank_name = office.bank_name(language).to_owned();
    let (viewer, cnum, wish) = (viewer.clone(), cnum.clone(), wish.clone());
    let uid = office.randomness.uuid(now);
    let work = move |tx: &mut Tx| {
        viewer.check(tx, &cnum)?;
        let company = clients::find_company(tx, &cnum)?.ok_or(Refusal::ClientNotFound)?;
        let asked = asked(tx, &cnum, &wish)?;
        let identity = match purpose {
            Purpose::Look => None,
            Purpose::Create => {
                check_free(tx, &cnum, &wish)?;
                let last = tx.query_one(&LAST_NUMBER, params![&cnum])?.integer("last_number")?;
                Some((last + 1, uid))
            }
        };
        let current_plan = plans::current_plan(tx, &cnum)?;
        Ok::<_, Failure>(Facts {
            language,
            bank_name: bank_name.clone(),
            company,
            current_plan,
            asked,
            date,
            identity,
        })
    };
    Ok(Draft { facts: office.store.read("tariff request, look up", work).await?, now })
}

/// What the wish names, if it is to be had.
fn asked(tx: &mut Tx, cnum: &Cnum, wish: &Wish) -> Result<Asked, Failure> {
    match wish {
        Wish::Change(code) => {
            let offered = |plan: &TariffPlan| plan.status == PlanStatus::Offered;
            let code = code.as_ref().ok_or(Refusal::TariffPlanNotFound)?;
            let plan = plans::find_plan(tx, code)?.filter(offered);
            Ok(Asked::Change(plan.ok_or(Refusal::TariffPlanNotFound)?))
        }
        Wish::Cancel(id) => {
            let change = plans::planned_change(tx, cnum)?.filter(|change| change.id == *id);
            Ok(Asked::Cancel(change.ok_or(Refusal::FutureChangeNotFound)?))
        }
    }
}

/// Refuses a wish that another request keeps from being granted.
fn check_free(tx: &mut Tx, cnum: &Cnum, wish: &Wish) -> Result<(), Failure> {
    let row = match wish {
        Wish::Change(_) => tx.query_optional(&REQUEST_OPEN, params![cnum])?,
        Wish::Cancel(id) => tx.query_optional(&CANCEL_OPEN, params![*id])?,
    };
    let Some(row) = row else { return Ok(()) };
    let id = RequestId::try_from(row.integer("request_id")?)
        .map_err(|error| row.inconsistency("request_id", error))?;
    Err(match wish {
        Wish::Change(_) => Refusal::RequestAlreadyExists(id).into(),
        Wish::Cancel(_) => Refusal::CancelAlreadyRequested(id).into(),
    })
}

/// A finished document that waits to be written.
struct Paper {
    facts: Facts,
    number: i64,
    uid: Uuid,
    now: Instant,
    /// The version of the template it was made with.
    version: i32,
    html: String,
    printed: Printed,
}

impl Draft {
    /// Makes HTML and PDF on a thread of their own.
    async fn make(self, office: &TariffOffice) -> Result<Arc<Paper>, Failure> {
        let Self { facts, now } = self;
        let Some((number, uid)) = facts.identity else {
            return Err(Failure::Document("a document to keep has a number".to_owned()));
        };
        let bank_name = office.bank_name(facts.language).to_owned();
        let (templates, version) = (Arc::clone(&office.templates), office.templates.current());
        let work = move || {
            let html = templates.render(version, &facts)?;
            let imprint =
                Imprint { language: facts.language, bank_name: &bank_name, uid, number, created_at: now };
            let printed = print(&html, imprint)?;
            Ok(Arc::new(Paper { facts, number, uid, now, version, html, printed }))
        };
        spawn_blocking(work).await.unwrap_or_else(|error| Err(Failure::Document(error.to_string())))
    }
}

/// Writes everything, or answers `None` when a key was taken by a request that does not keep this one from being made.
async fn write(
    office: &TariffOffice,
    viewer: &Viewer,
    paper: Arc<Paper>,
) -> Result<Option<Created>, Failure> {
    let randomness = Arc::clone(&office.randomness);
    let trail = Trail::of_request(Actor::User(viewer.user.clone()), Arc::clone(&randomness));
    let (viewer, written) = (viewer.clone(), Arc::clone(&paper));
    let outcome = office
        .store
        .write("tariff request, create", move |tx| write_in(tx, &viewer, &written, &trail, &*randomness))
        .await?;
    Ok(outcome.map(|(request, letter)| Created { request, html: paper.html.clone(), letter }))
}

fn write_in(
    tx: &mut Tx,
    viewer: &Viewer,
    paper: &Paper,
    trail: &Trail,
    randomness: &dyn Randomness,
) -> Result<Option<(TariffRequest, Option<Uuid>)>, Failure> {
    let Paper { facts, number, uid, now, html, printed, .. } = paper;
    let (cnum, now) = (&facts.company.cnum, *now);
    viewer.check(tx, cnum)?;
    let wish = match &facts.asked {
        Asked::Change(plan) => Wish::Change(Some(plan.code.clone())),
        Asked::Cancel(change) => Wish::Cancel(change.id),
    };
    asked(tx, cnum, &wish)?;
    check_free(tx, cnum, &wish)?;
    let by = By(Some((viewer.user.clone(), viewer.user_name(tx)?)));
    let letter = match &facts.asked {
        Asked::Change(_) => None,
        Asked::Cancel(change) => {
            let text = cancellation_letter(change, *number, facts.language);
            Some(letters::open(tx, cnum, Sender::Client, &by, &text, now, randomness)?)
        }
    };
    let id = RequestId::mint(now, randomness);
    if !insert(tx, id, paper, viewer, letter)? {
        // The letter goes with the unit of work.
        return if letter.is_none() {
            Ok(None)
        } else {
            Err(StoreError::Busy("a number was taken".to_owned()).into())
        };
    }
    tx.execute_one(&DOCUMENT_INSERT, params![id.number(), html, &printed.pdf, &printed.digest])?;
    note(tx, id, RequestState::Unsigned, now, &by)?;
    let expires_at = now.plus_seconds(UNSIGNED_DAYS_MAX * SECONDS_PER_DAY);
    jobs::enqueue(tx, EXPIRE, &id.to_string(), expires_at)?;
    let detail = json!({"document_type": facts.asked.document_type().as_str(), "document_uid": uid,
        "template_version": paper.version});
    trail.record(tx, now, "tariff_request.created", ("tariff_request", id.to_string()), cnum, detail)?;
    let request = to_change(tx, id)?.ok_or(Refusal::RequestNotFound)?;
    Ok(Some((request, letter)))
}

/// Whether the row was written: not when one of its keys is taken.
fn insert(
    tx: &mut Tx,
    id: RequestId,
    paper: &Paper,
    viewer: &Viewer,
    letter: Option<Uuid>,
) -> Result<bool, StoreError> {
    let facts = &paper.facts;
    let language = facts.language;
    let (plan_code, plan_name, public_name, change) = match &facts.asked {
        Asked::Change(plan) => (&plan.code, &plan.name, &plan.public_name, None),
        Asked::Cancel(change) => (&change.plan_code, &change.plan_name, &change.public_name, Some(change.id)),
    };
    let values = params![
        id.number(),
        paper.uid,
        &facts.company.cnum,
        paper.number,
        facts.asked.document_type().as_str(),
        paper.version,
        language.tag(),
        plan_code.as_str(),
        plan_name,
        public_name.in_language(language),
        facts.company_name(),
        change,
        letter,
        &viewer.user,
        paper.now
    ];
    Ok(tx.execute(&REQUEST_INSERT, values)? == 1)
}
