//! Makes a request.
//!
//! The document takes milliseconds of arithmetic, which no unit of work should hold its locks for. So a request is made
//! in three steps: what is asked is looked up; the document is made beside everything else; one unit of work checks
//! again and writes it all. What changed in between is refused, or tried again when only the number was taken. A crash
//! before the last step leaves nothing behind.

use std::sync::Arc;

use idempotency::Keep;
use kernel::{Cnum, Instant, Language, Randomness};
use serde_json::json;
use store::{StoreError, Tx};
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::announce;
use super::failure::Failure;
use super::job_kind::{EXPIRE, PEOPLE};
use super::people_act;
use super::trail::Trail;
use super::write_letter;
use crate::broken_rule::BrokenRule;
use crate::document::{DocumentFacts, Paper, RequestedChange};
use crate::letter::cancellation_letter;
use crate::plan::PlanCode;
use crate::request::{RequestId, TariffRequest, expires_at};
use crate::request_state::RequestState;
use crate::state::TariffRequestsState;
use crate::store::{access, new_request, plans, requests};
use crate::viewer::Viewer;
use crate::wish::{Wish, offered, planned};

/// Attempts to make a request whose number is taken again and again by others of the same client.
const ATTEMPTS_MAX: u32 = 8;

#[derive(Clone, Debug)]
pub struct Created {
    pub request: TariffRequest,
    pub html: String,
    /// The letter that went with a cancel request.
    pub letter: Option<Uuid>,
}

/// Fills the template without a request and returns its version and the HTML.
pub(crate) async fn generate(
    area: &TariffRequestsState,
    viewer: &Viewer,
    cnum: &Cnum,
    plan: Option<PlanCode>,
    language: Language,
) -> Result<(i32, String), Failure> {
    let now = area.clock.now();
    let facts = look_up(area, viewer, cnum, &Wish::Change(plan), language, (now, Purpose::Look)).await?;
    let version = area.templates.current();
    Ok((version, area.templates.render(version, &facts)?))
}

/// Makes a request in `UNSIGNED` with its document, the first entry of its history and, for a cancellation, its letter.
pub async fn create(
    area: &TariffRequestsState,
    viewer: &Viewer,
    cnum: &Cnum,
    wish: Wish,
    language: Language,
) -> Result<Created, Failure> {
    create_keeping(area, viewer, cnum, wish, language, Keep::nothing()).await
}

/// Makes a request like [`create`], and keeps the answer for whoever asks again.
pub(crate) async fn create_keeping(
    area: &TariffRequestsState,
    viewer: &Viewer,
    cnum: &Cnum,
    wish: Wish,
    language: Language,
    keep: Keep<Created>,
) -> Result<Created, Failure> {
    for _ in 0..ATTEMPTS_MAX {
        let now = area.clock.now();
        let facts = look_up(area, viewer, cnum, &wish, language, (now, Purpose::Create)).await?;
        let paper = make(area, facts, now).await?;
        match write(area, viewer, paper, keep.clone()).await {
            Ok(created) => return Ok(created),
            Err(Unwritten::KeyTaken) => {}
            Err(Unwritten::Failed(failure)) => return Err(failure),
        }
    }
    Err(StoreError::Busy("the client makes many requests at once".to_owned()).into())
}

/// Purpose of a look-up: a document to keep has a number and a name, and no other request in its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Look,
    Create,
}

async fn look_up(
    area: &TariffRequestsState,
    viewer: &Viewer,
    cnum: &Cnum,
    wish: &Wish,
    language: Language,
    (now, purpose): (Instant, Purpose),
) -> Result<DocumentFacts, Failure> {
    let date = area.zone.date_of(now);
    let bank_name = area.bank_name.in_language(language).to_owned();
    let (viewer, cnum, wish) = (viewer.clone(), cnum.clone(), wish.clone());
    let uid = area.randomness.uuid(now);
    let work = move |tx: &mut Tx| {
        access::check(tx, &viewer, &cnum)??;
        let company = clients::find_company(tx, &cnum)?.ok_or(BrokenRule::ClientNotFound)?;
        let asked = asked(tx, &cnum, &wish)?;
        let identity = match purpose {
            Purpose::Look => None,
            Purpose::Create => {
                check_free(tx, &cnum, &wish)?;
                Some((new_request::last_number(tx, &cnum)? + 1, uid))
            }
        };
        let current_plan = plans::current_plan(tx, &cnum)?;
        let bank_name = bank_name.clone();
        Ok::<_, Failure>(DocumentFacts { language, bank_name, company, current_plan, asked, date, identity })
    };
    area.store.read("tariff request, look up", work).await
}

fn asked(tx: &mut Tx, cnum: &Cnum, wish: &Wish) -> Result<RequestedChange, Failure> {
    match wish {
        Wish::Change(code) => {
            let code = code.as_ref().ok_or(BrokenRule::TariffPlanNotFound)?;
            Ok(RequestedChange::Change(offered(plans::find_plan(tx, code)?)?))
        }
        Wish::Cancel(id) => Ok(RequestedChange::Cancel(planned(plans::planned_change(tx, cnum)?, *id)?)),
    }
}

fn check_free(tx: &mut Tx, cnum: &Cnum, wish: &Wish) -> Result<(), Failure> {
    match new_request::in_the_way(tx, cnum, wish)? {
        Some(other) => Err(wish.broken_by(other).into()),
        None => Ok(()),
    }
}

/// Makes HTML and PDF on a thread of their own.
async fn make(area: &TariffRequestsState, facts: DocumentFacts, now: Instant) -> Result<Arc<Paper>, Failure> {
    let templates = Arc::clone(&area.templates);
    let paper = spawn_blocking(move || Paper::make(&templates, facts, now)).await;
    let paper = paper.map_err(|error| Failure::Document(error.to_string()))?;
    Ok(Arc::new(paper?))
}

/// Error of the unit of work that writes a request: nothing of it is kept.
enum Unwritten {
    /// A number was taken by a request that does not keep this one from being made.
    KeyTaken,
    Failed(Failure),
}

impl<F: Into<Failure>> From<F> for Unwritten {
    fn from(failure: F) -> Self {
        Self::Failed(failure.into())
    }
}

async fn write(
    area: &TariffRequestsState,
    viewer: &Viewer,
    paper: Arc<Paper>,
    keep: Keep<Created>,
) -> Result<Created, Unwritten> {
    let randomness = Arc::clone(&area.randomness);
    let trail = Trail::of_user(&viewer.user, &randomness);
    let (viewer, written) = (viewer.clone(), paper);
    let asked = people_act::asked(area);
    let unit = move |tx: &mut Tx| {
        let (request, letter) = write_in(tx, &viewer, &written, &trail, &*randomness)?;
        people_act::order(tx, (&request, letter), asked, written.created_at)?;
        let created = Created { request, html: written.html.clone(), letter };
        keep.keep(tx, &created)?;
        Ok::<_, Unwritten>(created)
    };
    let created = area.store.write("tariff request, create", unit).await?;
    if asked.is_some() {
        area.wake.notify(PEOPLE);
    }
    Ok(created)
}

fn write_in(
    tx: &mut Tx,
    viewer: &Viewer,
    paper: &Paper,
    trail: &Trail,
    randomness: &dyn Randomness,
) -> Result<(TariffRequest, Option<Uuid>), Unwritten> {
    let Paper { facts, number, uid, created_at: now, html, printed, .. } = paper;
    let (cnum, now) = (&facts.company.cnum, *now);
    access::check(tx, viewer, cnum)??;
    let wish = Wish::from(&facts.asked);
    asked(tx, cnum, &wish)?;
    check_free(tx, cnum, &wish)?;
    let author = access::author(tx, &viewer.user)?;
    let letter = match &facts.asked {
        RequestedChange::Change(_) => None,
        RequestedChange::Cancel(change) => {
            let text = cancellation_letter(change, *number, facts.language);
            Some(write_letter::open(tx, cnum, &author, &text, now, randomness)?)
        }
    };
    let id = RequestId::mint(now, randomness);
    if !new_request::insert(tx, id, paper, &viewer.user, letter)? {
        return Err(Unwritten::KeyTaken);
    }
    new_request::insert_document(tx, id, html, printed)?;
    requests::note(tx, id, RequestState::Unsigned, now, &author)?;
    announce::state(tx, cnum, id, RequestState::Unsigned, now)?;
    jobs::enqueue(tx, EXPIRE, &id.to_string(), expires_at(now))?;
    let detail = json!({"document_type": facts.asked.document_type().as_str(), "document_uid": uid,
        "template_version": paper.version});
    trail.record(tx, now, "tariff_request.created", ("tariff_request", id.to_string()), cnum, detail)?;
    let request = requests::to_change(tx, id)?.ok_or(BrokenRule::RequestNotFound)?;
    Ok((request, letter))
}
