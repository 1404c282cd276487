//! Proof that a message of currency certificates is taken once, whichever process it reaches (requirement CTC-04).

use std::path::Path;
use std::time::{Duration, Instant};

use store::{StoreLocation, params};

use super::equal::{CALLERS, at_once};
use super::fleet::Fleet;
use super::messages;
use crate::outcome::Outcome;
use crate::outside::{User, on_store};

store::queries! {
    STORED = "select (select count(1) from certificate_tasks) as tasks, \
        (select count(1) from certificates) as certificates, (select count(1) from certificate_documents) as documents";
}

const PROCESSES: usize = 2;
const ANSWER_MAX: Duration = Duration::from_secs(30);

#[derive(Debug)]
struct Reply {
    status: u16,
    text: String,
}

/// The message that a caller sends in a round.
#[derive(Clone, Copy, Debug)]
enum Sent {
    /// Everybody the same.
    Equal(u32),
    /// Everybody one with a message id of its own, and all with the same transaction id.
    SharedTransaction(u32),
}

/// Sends equal messages to two processes at once, round after round.
pub(super) fn run(program: &Path, rounds: u32) -> Outcome<()> {
    let cluster = testkit::postgres::Cluster::start()?;
    let fleet = Fleet::start(program, PROCESSES, Some(cluster.url()))?;
    let before = stored(&fleet.location()?)?;
    let since = Instant::now();
    let sent: Vec<Sent> =
        (0..rounds).map(Sent::Equal).chain((0..rounds).map(Sent::SharedTransaction)).collect();
    let callers = (0..CALLERS).map(|number| {
        let caller = User::new(&fleet.address(number % fleet.len()), &fleet.tokens, Some(ANSWER_MAX));
        move |sent: &Sent| send(&caller, &message(*sent, number))
    });
    for (sent, replies) in sent.iter().zip(at_once(callers.collect(), &sent)) {
        judge(*sent, &replies)?;
    }
    let taken = i64::try_from(sent.len())?;
    let (after, expected) = (stored(&fleet.location()?)?, before.map(|count| count + taken));
    if after != expected {
        return Err(format!("tasks, certificates, documents: {after:?} are stored, not {expected:?}").into());
    }
    println!(
        "certificates on PostgreSQL, {} processes: {rounds} rounds of {CALLERS} equal messages and as many of messages \
         with one transaction id, each round one 200 and {} times 409, {taken} messages stored ({} s)",
        fleet.len(),
        CALLERS - 1,
        since.elapsed().as_secs()
    );
    Ok(())
}

fn message(sent: Sent, caller: usize) -> String {
    match sent {
        Sent::Equal(round) => messages::message(&format!("EQUAL-{round}"), &format!("EQUAL-{round}-T")),
        Sent::SharedTransaction(round) => {
            messages::message(&format!("SHARED-{round}-{caller}"), &format!("SHARED-{round}-T"))
        }
    }
}

/// One caller got the task; the others were told why not, and for equal messages which task it is.
fn judge(sent: Sent, replies: &[Reply]) -> Result<(), String> {
    let tasks: Vec<&str> = replies.iter().filter_map(Reply::task).collect();
    let [task] = *tasks.as_slice() else {
        return Err(format!("{sent:?}: {} messages were taken: {}", tasks.len(), others(replies)));
    };
    let reason = match sent {
        Sent::Equal(round) => format!("The message id EQUAL-{round} was already used, by task {task}\n"),
        Sent::SharedTransaction(round) => format!("The transaction id SHARED-{round}-T was already used\n"),
    };
    let refused = replies.iter().filter(|reply| reply.status == 409 && reply.text == reason).count();
    if replies.len() == CALLERS && refused == CALLERS - 1 {
        return Ok(());
    }
    Err(format!("{sent:?}: {refused} of {} were refused with 409: {}", replies.len(), others(replies)))
}

fn others(replies: &[Reply]) -> String {
    let others = replies.iter().filter(|reply| reply.status != 409).map(|reply| format!("{reply:?}"));
    others.collect::<Vec<_>>().join(", ")
}

impl Reply {
    /// The task, when the message was taken.
    fn task(&self) -> Option<&str> {
        let task = self.text.strip_prefix("<taskId>").and_then(|rest| rest.strip_suffix("</taskId>"));
        task.filter(|_| self.status == 200)
    }
}

/// Sends a message; no answer is status 0 with the reason.
fn send(caller: &User, document: &str) -> Reply {
    let headers = [("content-type", "application/xml")];
    match caller.post("/v1/iso20022/currency-transaction-certificate", &headers, document) {
        Ok(mut answer) => Reply {
            status: answer.status().as_u16(),
            text: answer.body_mut().read_to_string().unwrap_or_default(),
        },
        Err(error) => Reply { status: 0, text: error.to_string() },
    }
}

fn stored(location: &StoreLocation) -> Outcome<[i64; 3]> {
    on_store(location, async |store| {
        let counts: Option<(i64, i64, i64)> = store.select_optional(&STORED, params![]).await?;
        Ok(counts.ok_or("no count")?.into())
    })
}
