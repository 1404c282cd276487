//! Tariff requests: a company asks with a key, perhaps again, its people sign or withdraw, and the bank decides once.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kernel::{Clock as _, Instant};
use serde_json::json;
use store::{Row, Store, params};
use testkit::TEST_CSRF;

use crate::looks::{ENDS, Grouped, Kept, grouped, rule};
use crate::model::Model;
use crate::pages::told;
use crate::people::{COMPANIES, SENDER};
use crate::scene::Scene;
use crate::systems::verdict;

store::queries! {
    /// Requests as they are, each with the change that it made.
    REQUESTS = "select cast(r.request_id as text) as request_id, r.target_plan_code, r.created_at_us, r.state,
            f.effective_from, f.state as change_state
        from tariff_requests r left join tariff_future_changes f on f.request_id = r.request_id
        order by r.request_id";
    /// The request that people may sign or withdraw.
    OPEN = "select cast(r.request_id as text) as request_id, d.digest from tariff_requests r
        join tariff_request_documents d on d.request_id = r.request_id
        where r.state in ('UNSIGNED', 'PARTIALLY_SIGNED', 'SIGNED', 'PROCESSING')";
    /// Steps of requests as they were taken, and as they were told.
    STEPS = "select cast(request_id as text) as request_id, state from tariff_request_history
        order by request_id, step";
    TOLD_STEPS = "select object_id, event_type from events where object_kind = 'tariff_request' order by seq";
}

/// The place of the system that decides.
pub(crate) const TARIFFS: usize = 4;
/// The plans that a company asks for, each once.
pub(crate) const PLANS: [&str; 3] = ["GROWTH", "PRO", "START"];
/// Seconds for which a key counts for certain.
const KEPT_S: i64 = 86_000;
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
    id: Option<String>,
}

impl Asked {
    /// Wishes for the plan at this place in the world of a seed.
    pub(crate) fn new(seed: u64, place: usize, at: Instant) -> Self {
        Self { key: format!("wish-{seed}-{place}"), plan: PLANS[place], at, id: None }
    }

    /// Tells whether it may be asked for without being made again: its company knows of none, or the key still counts.
    pub(crate) fn may_be_asked(&self, now: Instant) -> bool {
        self.id.is_none() || self.is_young(now)
    }

    /// Tells whether the key counts for certain.
    fn is_young(&self, now: Instant) -> bool {
        now < self.at.plus_seconds(KEPT_S)
    }

    /// The name under which its end is remembered.
    pub(crate) fn name(&self) -> String {
        format!("request {}", self.id.as_deref().unwrap_or_default())
    }
}

/// Asks for the plan at this place.
pub(crate) async fn ask(scene: Scene, place: usize) -> String {
    let Asked { key, plan, id: known, .. } = scene.model.borrow().asked[place].clone();
    let request = scene.process.api.post("/v1/ctcm/request/create").tokens(&scene.tokens(SENDER));
    let wish = json!({ "cnum": "C00001", "tariffPlan": plan });
    let answer = request.header("idempotency-key", &key).json(&wish).send().await;
    let is_good = {
        let asked = &mut scene.model.borrow_mut().asked[place];
        let is_young = asked.is_young(scene.ground.clock.now());
        match answer.status.as_u16() {
            // Asked once, and not made twice.
            200 => {
                let id = answer.json()["id"].to_string();
                let before = asked.id.replace(id.clone());
                before.is_none_or(|before| before == id) || !is_young
            }
            // Whoever has had the answer has it again, so another request is in the way.
            400 => verdict(&answer) == "REQUEST_ALREADY_EXISTS" && (known.is_none() || !is_young),
            status => status == 409,
        }
    };
    scene.judge(&answer, is_good, ("a wish", &key))
}

/// Asks what became of the request at this place.
pub(crate) async fn look(scene: Scene, place: usize) -> String {
    let asked = scene.model.borrow().asked[place].clone();
    let Some(id) = &asked.id else { return "no request is known".to_owned() };
    let path = format!("/v1/ctcm/request/{id}/client/C00001/body");
    let seen = scene.ask(&path, (SENDER, "state"), |_| false).await;
    seen.inspect(|seen| scene.model.borrow_mut().reads(asked.name(), seen)).unwrap_or_else(|status| status)
}

/// Signs the open request at the online bank as this person, or withdraws it.
pub(crate) async fn act(scene: Scene, person: Option<usize>) -> String {
    let cookie = scene.cookie(SENDER, person.unwrap_or_default());
    let open = scene.watcher.query_optional(&OPEN, params![]).await.expect("the database answers");
    let Some(open) = open else { return "nothing is there".to_owned() };
    let id = open.text("request_id").expect("a number").to_owned();
    let cms = person.map(|person| {
        let digest = <[u8; 32]>::try_from(open.bytes("digest").expect("a digest")).expect("32 bytes");
        let signer = scene.ground.signer(COMPANIES[SENDER].signer(person).1);
        STANDARD.encode(cms::sign(&digest, &[signer]).expect("a signature"))
    });
    let (verb, field) = cms.as_ref().map_or(("withdraw", ("sure", "yes")), |cms| ("signature", ("cms", cms)));
    let path = format!("/bank/tariffs/{id}/{verb}");
    let request = scene.process.pages.post(&path).session_cookie(&cookie);
    let words = told(&scene, &request.form(&[("csrf", TEST_CSRF), field]).send().await);
    if words == "withdrawn" {
        scene.model.borrow_mut().withdrawn.push(id);
    }
    words
}

/// The steps of each request that were seen before.
#[derive(Debug, Default)]
pub(crate) struct SeenRequests(Grouped);

impl SeenRequests {
    /// Compares the requests with what was seen before, with what their company was told and with what was decided.
    pub(crate) async fn look(&mut self, store: &Store, model: &Model) -> Kept {
        let rows = store.query(&REQUESTS, params![]).await?;
        let steps = grouped(&store.query(&STEPS, params![]).await?, "request_id", "state")?;
        for row in &rows {
            self.row(row, &steps, model)?;
        }
        for asked in &model.asked {
            let of_it = |row: &&Row| row.text("target_plan_code").is_ok_and(|plan| plan == asked.plan);
            let is_young = |row: &&Row| row.instant("created_at_us").is_ok_and(|at| asked.is_young(at));
            let made: Vec<_> = rows.iter().filter(of_it).collect();
            let is_lost = asked.id.is_some() && made.is_empty();
            let is_once = !is_lost && made.iter().filter(|row| is_young(row)).count() <= 1;
            rule(is_once, || format!("asked once and made otherwise: {} times {}", made.len(), asked.key))?;
        }
        let told = grouped(&store.query(&TOLD_STEPS, params![]).await?, "object_id", "event_type")?;
        for (request, told) in told {
            let taken = steps.get(&request).map(Vec::as_slice).unwrap_or_default();
            let told: Vec<_> = told.iter().map(|step| step.trim_start_matches("tariff.request.")).collect();
            let is_same = taken.iter().zip(&told).all(|(taken, told)| taken.eq_ignore_ascii_case(told));
            let is_in_order = is_same && told.len() <= taken.len();
            rule(is_in_order, || format!("told in another order: request {request}, {told:?} of {taken:?}"))?;
        }
        Ok(())
    }

    fn row(&mut self, row: &Row, steps: &Grouped, model: &Model) -> Kept {
        let (id, state) = (row.text("request_id")?, row.text("state")?);
        let taken = steps.get(id).cloned().unwrap_or_default();
        let is_arrow = |step: &[String]| {
            let to = ARROWS.iter().find(|(from, _)| *from == step[0]).map(|(_, to)| *to);
            to.is_some_and(|to| to.contains(&step[1].as_str()))
        };
        let before = self.0.insert(id.to_owned(), taken.clone()).unwrap_or_default();
        let are_arrows = taken.starts_with(&before) && taken.windows(2).all(is_arrow);
        let is_last = taken.last().is_some_and(|last| last == state);
        let steps = || format!("steps that no arrow takes: request {id} is {state}, {taken:?}");
        rule(are_arrows && is_last, steps)?;
        let is_kept = state == "CANCELLED" || !model.withdrawn.iter().any(|withdrawn| withdrawn == id);
        rule(is_kept, || format!("withdrawn and yet decided: request {id}, {state}"))?;
        let Some(decided) = model.told(TARIFFS, id) else { return Ok(()) };
        let from = decided["details"]["effectiveFrom"].as_str();
        let day = row.optional_text("effective_from")?;
        let is_so = day == from && state == if from.is_some() { "DONE" } else { "DECLINED" };
        rule(is_so, || {
            format!("another decision: request {id} is {state} from {day:?}, and not as {decided}")
        })
    }

    /// Looks for what has not ended although all was asked and decided: requests, and changes whose day has come.
    pub(crate) async fn finished(&self, (store, model): (&Store, &Model), today: &str) -> Kept {
        let unread = model.asked.iter().find(|asked| !model.ends.contains_key(&asked.name()));
        rule(unread.is_none(), || format!("its company never read the end: {unread:?}"))?;
        for row in store.query(&REQUESTS, params![]).await? {
            let (id, state) = (row.text("request_id")?, row.text("state")?);
            let waits = row.optional_text("change_state")? == Some("PLANNED");
            let is_due = row.optional_text("effective_from")?.is_some_and(|day| day <= today);
            let has_ended = ENDS.contains(&state) && !(waits && is_due);
            rule(has_ended, || format!("unfinished in the end: request {id}, {state}"))?;
        }
        let told = grouped(&store.query(&TOLD_STEPS, params![]).await?, "object_id", "event_type")?;
        let untold = self.0.iter().find(|(id, taken)| told.get(*id).map_or(0, Vec::len) < taken.len());
        rule(untold.is_none(), || format!("steps that were never told: request {untold:?}"))
    }
}
