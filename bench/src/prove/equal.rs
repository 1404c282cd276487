//! The same statement sent many times at once, to several processes: one is taken.

use std::error::Error;
use std::sync::Barrier;
use std::time::Instant;

use super::client::{Answer, Caller, Signers};
use super::fleet::Fleet;

/// Equal requests at once.
const CALLERS: usize = 64;

/// Sends the same statement from all callers at once, round after round.
///
/// # Errors
/// Not exactly one of them was answered 202 and the others that it exists.
#[expect(clippy::print_stdout, reason = "the outcome is what the program is for")]
pub(super) fn run(fleet: &Fleet, rounds: u32) -> Result<(), Box<dyn Error>> {
    let (since, signers) = (Instant::now(), Signers::read(fleet.data())?);
    let bodies: Result<Vec<String>, _> = (0..rounds).map(|round| signers.body(&payload(round))).collect();
    let bodies = bodies?;
    let barrier = Barrier::new(CALLERS);
    let answers: Vec<Vec<Answer>> = std::thread::scope(|scope| {
        let callers: Vec<_> = (0..CALLERS)
            .map(|number| {
                let caller = Caller::new(&fleet.address(number % fleet.len()), &fleet.tokens);
                let (barrier, bodies) = (&barrier, &bodies);
                scope.spawn(move || {
                    let send = |body: &String| {
                        barrier.wait();
                        caller.send(body)
                    };
                    bodies.iter().map(send).collect::<Vec<Answer>>()
                })
            })
            .collect();
        callers.into_iter().filter_map(|caller| caller.join().ok()).collect()
    });
    for round in 0..bodies.len() {
        let of_round = || answers.iter().filter_map(|answers| answers.get(round));
        let accepted = of_round().filter(|answer| **answer == Answer::Accepted).count();
        let exists = of_round().filter(|answer| **answer == Answer::Exists).count();
        if (accepted, exists) != (1, CALLERS - 1) {
            let others: Vec<_> = of_round().filter(|answer| !matches!(answer, Answer::Exists)).collect();
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
