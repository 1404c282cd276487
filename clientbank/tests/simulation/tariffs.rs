//! Tariff requests: a company asks with a key, perhaps again, its people sign or withdraw, and the bank decides once.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cms::Signer;
use kernel::{Clock as _, Instant, MovableClock};
use serde_json::{Value, json};
use store::{Row, Store, StoreError, params};
use testkit::{TEST_CSRF, TokenPair};

use crate::ground::Process;
use crate::model::Model;
use crate::pages::told;
use crate::systems::{System, reason, verdict};

store::queries! {
    /// Requests as they are, each with the change that it made.
    REQUESTS = "select r.request_id, r.target_plan_code, r.created_at_us, r.state, f.effective_from,
            f.state as change_state
        from tariff_requests r left join tariff_future_changes f on f.request_id = r.request_id
        order by r.request_id";
    /// The request that people may sign or withdraw.
    OPEN = "select r.request_id, d.digest from tariff_requests r
        join tariff_request_documents d on d.request_id = r.request_id
        where r.state in ('UNSIGNED', 'PARTIALLY_SIGNED', 'SIGNED', 'PROCESSING')";
    /// Steps of requests as they were taken, and as they were told.
    STEPS = "select request_id, state from tariff_request_history order by request_id, step";
    TOLD_STEPS = "select object_id, event_type from events where object_kind = 'tariff_request' order by seq";
}

/// The place of the system that decides.
pub(crate) const TARIFFS: usize = 4;
/// The plans that a company asks for, each once.
pub(crate) const PLANS: [&str; 3] = ["GROWTH", "PRO", "START"];
/// Seconds for which a key counts for certain.
const KEPT_S: i64 = 86_000;
const ENDS: [&str; 3] = ["DONE", "DECLINED", "CANCELLED"];
/// The arrows between states.
const ARROWS: [(&str, &[&str]); 4] = [
    ("UNSIGNED", &["PARTIALLY_SIGNED", "SIGNED", "CANCELLED"]),
    ("PARTIALLY_SIGNED", &["SIGNED", "CANCELLED"]),
    ("SIGNED", &["PROCESSING", "CANCELLED"]),
    ("PROCESSING", &["DONE", "DECLINED"]),
];

/// A request as its company remembers it.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    key: String,
    plan: &'static str,
    at: Instant,
    /// Its number, once the bank has said that it has it.
    id: Option<i64>,
    /// The end that the company has read.
    end: Option<String>,
}

/// A request as the system remembers it that decides.
#[derive(Clone, Debug)]
pub(crate) struct Decided {
    order: String,
    request: i64,
    /// The first day of the plan, empty for a refusal: decided once, unless the day is over when the bank hears it.
    decision: Option<String>,
    is_told: bool,
}

impl Asked {
    /// Wishes for the plan at this place in the world of a seed.
    pub(crate) fn new(seed: u64, place: usize, at: Instant) -> Self {
        Self { key: format!("wish-{seed}-{place}"), plan: PLANS[place], at, id: None, end: None }
    }

    /// Tells whether it may be asked for without being made again: its company knows of none, or the key still counts.
    pub(crate) fn may_be_asked(&self, now: Instant) -> bool {
        self.id.is_none() || self.is_young(now)
    }

    /// Tells whether the key counts for certain.
    fn is_young(&self, now: Instant) -> bool {
        now < self.at.plus_seconds(KEPT_S)
    }
}

impl Decided {
    /// Reads an order about a request; `None` when it is another one.
    pub(crate) fn read(order: &Value) -> Option<Self> {
        let request = order["payload"]["request"].as_str()?.parse().ok()?;
        Some(Self { order: order["id"].as_str()?.to_owned(), request, decision: None, is_told: false })
    }

    pub(crate) fn is(&self, other: &Self) -> bool {
        self.order == other.order
    }
}

/// Asks for the plan at this place.
pub(crate) async fn ask(
    process: Rc<Process>,
    model: Rc<RefCell<Model>>,
    (place, tokens): (usize, TokenPair),
    clock: Arc<MovableClock>,
) -> String {
    let Asked { key, plan, id: known, .. } = model.borrow().asked[place].clone();
    let request = process.api.post("/v1/ctcm/request/create").tokens(&tokens).header("idempotency-key", &key);
    let answer = request.json(&json!({ "cnum": "C00001", "tariffPlan": plan })).send().await;
    let status = answer.status.as_u16();
    let mut model = model.borrow_mut();
    let asked = &mut model.asked[place];
    match status {
        200 => {
            let id = answer.json()["id"].as_i64();
            let before = asked.id.replace(id.unwrap_or_default());
            if before.is_some() && before != id && asked.is_young(clock.now()) {
                model.broken.push(format!("asked once and made twice: {key}, {before:?} and {id:?}"));
            }
        }
        // Whoever has had the answer has it again, so another request is in the way.
        400 if verdict(&answer) == "REQUEST_ALREADY_EXISTS"
            && (known.is_none() || !asked.is_young(clock.now())) => {}
        409 => {}
        _ if model.turns_away(status) => {}
        _ => model.broken.push(format!("a wish is answered {status}: {key} {}", answer.text())),
    }
    status.to_string()
}

/// Asks what became of the request at this place.
pub(crate) async fn look(
    process: Rc<Process>,
    model: Rc<RefCell<Model>>,
    (place, tokens): (usize, TokenPair),
) -> String {
    let Asked { id, end, .. } = model.borrow().asked[place].clone();
    let Some(id) = id else { return "no request is known".to_owned() };
    let path = format!("/v1/ctcm/request/{id}/client/C00001/body");
    let answer = process.api.get(&path).tokens(&tokens).send().await;
    let status = answer.status.as_u16();
    let mut model = model.borrow_mut();
    if status != 200 {
        if !model.turns_away(status) {
            model.broken.push(format!("a request is answered {status}: {id} {}", answer.text()));
        }
        return status.to_string();
    }
    let seen = answer.json()["state"].as_str().unwrap_or_default().to_owned();
    if let Some(end) = end.filter(|end| *end != seen) {
        model.broken.push(format!("an end that was left: request {id}, {end} and now {seen}"));
    }
    if model.asked[place].id == Some(id) {
        model.asked[place].end = Some(seen.clone()).filter(|seen| ENDS.contains(&seen.as_str()));
    }
    seen
}

/// Signs the open request with this key at the online bank, or withdraws it.
pub(crate) async fn act(
    process: Rc<Process>,
    model: Rc<RefCell<Model>>,
    (watcher, (cookie, signer)): (Store, (String, Option<Signer>)),
) -> String {
    let open = watcher.query_optional(&OPEN, params![]).await.expect("the database answers");
    let Some(open) = open else { return "nothing is there".to_owned() };
    let id = open.integer("request_id").expect("a number");
    let cms = signer.map(|signer| {
        let digest = <[u8; 32]>::try_from(open.bytes("digest").expect("a digest")).expect("32 bytes");
        STANDARD.encode(cms::sign(&digest, &[&signer]).expect("a signature"))
    });
    let (verb, field) = cms.as_ref().map_or(("withdraw", ("sure", "yes")), |cms| ("signature", ("cms", cms)));
    let request = process.pages.post(&format!("/bank/tariffs/{id}/{verb}")).session_cookie(&cookie);
    let words = told(&model, &request.form(&[("csrf", TEST_CSRF), field]).send().await);
    if words == "withdrawn" {
        model.borrow_mut().withdrawn.push(id);
    }
    words
}

impl System {
    /// Decides about the request at this place once, for tomorrow or against it, and tells how. A system that lies
    /// tells the contrary of what it has told before, and is not believed.
    pub(crate) async fn conclude(self, place: usize, (drawn, tomorrow): (u64, String), lies: bool) -> String {
        let (order, decision, was_told) = {
            let mut model = self.model.borrow_mut();
            let one = &mut model.decided[place];
            let would = if drawn.is_multiple_of(3) { String::new() } else { tomorrow.clone() };
            (one.order.clone(), one.decision.get_or_insert(would).clone(), one.is_told)
        };
        let is_lie = lies && was_told;
        let is_done = decision.is_empty() == is_lie;
        let day = if is_lie { tomorrow } else { decision };
        let body = if is_done {
            json!({ "outcome": "DONE", "details": { "effectiveFrom": day } })
        } else {
            json!({ "outcome": "REFUSED", "reason": reason() })
        };
        let path = format!("/bank/v1/orders/{order}/answer");
        let answer = self.send(|bank| bank.post(&path).json(&body)).await;
        let verdict = verdict(&answer);
        let mut model = self.model.borrow_mut();
        match (is_lie, was_told, verdict.as_str()) {
            (false, _, "SAME") | (false, false, "TAKEN") => model.decided[place].is_told = true,
            // The day is over.
            (false, false, "IMPOSSIBLE") if answer.text().contains("is before") => {
                model.decided[place].decision = None;
            }
            (true, _, "CONTRADICTS") => {}
            _ => {
                drop(model);
                return self.unusual(&format!("decision of {order}"), &answer, &[401, 503]);
            }
        }
        verdict
    }
}

/// The steps of each request that were seen before.
#[derive(Debug, Default)]
pub(crate) struct SeenRequests(BTreeMap<i64, Vec<String>>);

impl SeenRequests {
    /// Compares the requests with what was seen before, with what their company was told and with what was decided.
    pub(crate) async fn look(&mut self, store: &Store, model: &Model) -> Result<Option<String>, StoreError> {
        let rows = store.query(&REQUESTS, params![]).await?;
        let steps = by_request(&store.query(&STEPS, params![]).await?, "request_id", "state")?;
        for row in &rows {
            if let Some(broken) = self.row(row, &steps, model)? {
                return Ok(Some(broken));
            }
        }
        for asked in &model.asked {
            let of_it = |row: &&Row| row.text("target_plan_code").is_ok_and(|plan| plan == asked.plan);
            let is_young = |row: &&Row| row.instant("created_at_us").is_ok_and(|at| asked.is_young(at));
            let made: Vec<_> = rows.iter().filter(of_it).collect();
            let is_lost = asked.id.is_some() && made.is_empty();
            if is_lost || made.iter().filter(|row| is_young(row)).count() > 1 {
                return Ok(Some(format!("asked once and made {} times: {}", made.len(), asked.key)));
            }
        }
        let told = by_request(&store.query(&TOLD_STEPS, params![]).await?, "object_id", "event_type")?;
        for (request, told) in told {
            let taken = steps.get(&request).map(Vec::as_slice).unwrap_or_default();
            let told: Vec<_> = told.iter().map(|step| step.trim_start_matches("tariff.request.")).collect();
            let is_same = taken.iter().zip(&told).all(|(taken, told)| taken.eq_ignore_ascii_case(told));
            if !is_same || told.len() > taken.len() {
                return Ok(Some(format!("told in another order: request {request}, {told:?} of {taken:?}")));
            }
        }
        Ok(None)
    }

    fn row(
        &mut self,
        row: &Row,
        steps: &BTreeMap<i64, Vec<String>>,
        model: &Model,
    ) -> Result<Option<String>, StoreError> {
        let (id, state) = (row.integer("request_id")?, row.text("state")?);
        let taken = steps.get(&id).cloned().unwrap_or_default();
        let is_arrow = |step: &[String]| {
            let to = ARROWS.iter().find(|(from, _)| *from == step[0]).map(|(_, to)| *to);
            to.is_some_and(|to| to.contains(&step[1].as_str()))
        };
        let before = self.0.insert(id, taken.clone()).unwrap_or_default();
        if !taken.starts_with(&before)
            || !taken.windows(2).all(is_arrow)
            || taken.last().is_none_or(|last| last != state)
        {
            return Ok(Some(format!("steps that no arrow takes: request {id} is {state}, {taken:?}")));
        }
        if model.withdrawn.contains(&id) && state != "CANCELLED" {
            return Ok(Some(format!("withdrawn and yet decided: request {id}, {state}")));
        }
        let decided = model.decided.iter().find(|one| one.request == id && one.is_told);
        let Some(decision) = decided.and_then(|one| one.decision.as_ref()) else { return Ok(None) };
        let expected = if decision.is_empty() { "DECLINED" } else { "DONE" };
        let day = row.optional_text("effective_from")?;
        if state != expected || day.unwrap_or_default() != decision {
            return Ok(Some(format!(
                "another decision: request {id} is {state} from {day:?}, and was decided as {decision:?}"
            )));
        }
        Ok(None)
    }

    /// Tells what has not ended although everything was asked and decided: requests, and changes whose day has come.
    pub(crate) async fn unfinished(
        &self,
        (store, model): (&Store, &Model),
        today: &str,
    ) -> Result<Option<String>, StoreError> {
        if let Some(asked) = model.asked.iter().find(|asked| asked.end.is_none()) {
            return Ok(Some(format!("its company never read the end of request {asked:?}")));
        }
        for row in store.query(&REQUESTS, params![]).await? {
            let (id, state) = (row.integer("request_id")?, row.text("state")?);
            let waits = row.optional_text("change_state")? == Some("PLANNED");
            let is_due = row.optional_text("effective_from")?.is_some_and(|day| day <= today);
            if !ENDS.contains(&state) || (waits && is_due) {
                return Ok(Some(format!("unfinished in the end: request {id}, {state}")));
            }
        }
        let told = by_request(&store.query(&TOLD_STEPS, params![]).await?, "object_id", "event_type")?;
        let untold = self.0.iter().find(|(id, taken)| told.get(id).map_or(0, Vec::len) < taken.len());
        Ok(untold.map(|(id, taken)| format!("steps that were never told: request {id}, {taken:?}")))
    }
}

/// The texts of a column by request.
fn by_request(rows: &[Row], key: &str, column: &str) -> Result<BTreeMap<i64, Vec<String>>, StoreError> {
    let mut found = BTreeMap::<i64, Vec<String>>::new();
    for row in rows {
        let id = if key == "object_id" { row.parse(key)? } else { row.integer(key)? };
        found.entry(id).or_default().push(row.text(column)?.to_owned());
    }
    Ok(found)
}
