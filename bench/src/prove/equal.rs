//! The same request sent many times at once, to several processes: one is taken.

use std::sync::Barrier;
use std::time::Instant;

use super::client::{Answer, Caller, Signers};
use super::fleet::Fleet;
use crate::outcome::Outcome;

/// Equal requests at once.
pub(super) const CALLERS: usize = 64;

/// Lets every caller send the request of each round at the same moment; the answers of each round.
pub(super) fn at_once<Request: Sync, Reply: Send, Call: Fn(&Request) -> Reply + Send>(
    callers: Vec<Call>,
    requests: &[Request],
) -> Vec<Vec<Reply>> {
    let barrier = Barrier::new(callers.len());
    let by_caller: Vec<Vec<Reply>> = std::thread::scope(|scope| {
        let send_all = |call: Call| {
            let barrier = &barrier;
            let send = move |request: &Request| {
                barrier.wait();
                call(request)
            };
            scope.spawn(move || requests.iter().map(send).collect::<Vec<_>>())
        };
        let at_work: Vec<_> = callers.into_iter().map(send_all).collect();
        at_work.into_iter().filter_map(|caller| caller.join().ok()).collect()
    });
    let mut by_round: Vec<Vec<Reply>> = requests.iter().map(|_| Vec::new()).collect();
    for replies in by_caller {
        for (round, reply) in by_round.iter_mut().zip(replies) {
            round.push(reply);
        }
    }
    by_round
}

/// Sends the same statement from all callers at once, round after round.
pub(super) fn run(fleet: &Fleet, rounds: u32) -> Outcome<()> {
    let (since, signers) = (Instant::now(), Signers::read(fleet.data())?);
    let bodies: Result<Vec<String>, _> = (0..rounds).map(|round| signers.body(&payload(round))).collect();
    let callers = (0..CALLERS).map(|number| {
        let caller = Caller::new(&fleet.address(number % fleet.len()), &fleet.tokens);
        move |body: &String| caller.send(body)
    });
    for (round, answers) in at_once(callers.collect(), &bodies?).iter().enumerate() {
        let accepted = answers.iter().filter(|answer| **answer == Answer::Accepted).count();
        let exists = answers.iter().filter(|answer| **answer == Answer::Exists).count();
        if (accepted, exists) != (1, CALLERS - 1) {
            let others: Vec<_> = answers.iter().filter(|answer| !matches!(answer, Answer::Exists)).collect();
            return Err(format!("round {round}: {accepted} accepted, {exists} exist: {others:?}").into());
        }
    }
    println!(
        "  {rounds} rounds of {CALLERS} equal requests over {} processes: one 202 each ({} s)",
        fleet.len(),
        since.elapsed().as_secs()
    );
    Ok(())
}

fn payload(round: u32) -> String {
    format!(
        r#"{{"externalId":"equal-{round}","account":"{}","transfersCount":1,"totalAmount":1.00,"enrollmentCode":"01","incomeCode":1,"transfers":[{{"lastName":"Иванов","firstName":"Иван","orderNumber":1,"amount":1.00,"account":"40817810000000000101","currency":"RUR"}}]}}"#,
        super::journal::PAYER
    )
}
