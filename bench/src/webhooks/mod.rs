//! From the commit of a change to its delivery: ten webhooks of one company, each for a type of its own, one of which
//! hangs. Changes, dispatcher, workers and receivers share this process, because SQLite lets only one write.

mod bank;
mod figures;
mod load;

use std::error::Error;
use std::time::Duration;

use testkit::{Bench, Engine};

use self::bank::Bank;
use self::figures::Figures;

/// Webhooks, the last of which hangs.
const WEBHOOKS: usize = 10;
/// Changes of one thing, one after the other: as many as a statement has on its way.
const STEPS: usize = 4;
/// Things whose changes are mixed.
const THINGS_AT_ONCE: usize = 100;
/// The time that is not counted: the first round with the receiver that hangs.
const WARM_UP: Duration = Duration::from_secs(3);
/// The longest wait for the last delivery.
const LAST_MAX: Duration = Duration::from_mins(2);

/// The webhook that wants the change of this number; none when that hangs.
const fn webhook_of(number: usize) -> usize {
    number % THINGS_AT_ONCE % WEBHOOKS
}

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct WebhooksArguments {
    /// Events per second, one measurement each.
    #[arg(long, value_delimiter = ',', default_value = "100,500,1000")]
    rates: Vec<u32>,
    /// Seconds of each measurement.
    #[arg(long, default_value_t = 10)]
    seconds: u32,
    /// Every webhook is told of every event: ten deliveries for each instead of one.
    #[arg(long)]
    fan_out: bool,
    /// Leave PostgreSQL out.
    #[arg(long)]
    sqlite_only: bool,
}

/// Measures on SQLite and on PostgreSQL.
pub(crate) fn run(arguments: &WebhooksArguments) -> Result<(), Box<dyn Error>> {
    let mut result = Ok(());
    testkit::run(Engine::Sqlite, |bench| async { result = measure("SQLite", bench, arguments).await });
    result?;
    if arguments.sqlite_only {
        return Ok(());
    }
    let mut result = Ok(());
    testkit::run(Engine::Postgres, |bench| async {
        result = measure("PostgreSQL (fsync off)", bench, arguments).await;
    });
    result
}

#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
async fn measure(engine: &str, bench: Bench, arguments: &WebhooksArguments) -> Result<(), Box<dyn Error>> {
    for rate in &arguments.rates {
        let counted = usize::try_from(rate * arguments.seconds)?;
        let ahead = usize::try_from(u64::from(*rate) * WARM_UP.as_secs())?;
        let figures = Figures::new(ahead, counted);
        let bank = Bank::open(&bench, arguments.fan_out, &figures).await?;
        load::run(bank.store(), *rate, &figures).await?;
        let is_complete = figures.wait(arguments.fan_out, LAST_MAX).await;
        println!(
            "webhooks, {engine}: {rate} events/s to {WEBHOOKS} webhooks{}, one of which hangs: {}",
            if arguments.fan_out { ", each event to each" } else { "" },
            figures.told(is_complete)
        );
        bank.close().await;
        if !is_complete {
            break;
        }
    }
    Ok(())
}
