//! `clientbank check`: looks in the database for anything that must never be there.

use accounts::ledger::ProofScope;
use clap::Args;
use kernel::{BankZone, Instant};
use sandbox::DatabaseKind;
use store::Store;

use super::database::{WithRemedy as _, on_opened, open_present, refuse_pending};
use super::{Failure, configured};
use crate::application::{Surroundings, areas};
use crate::configuration::Sources;
use crate::terminal::{remark, say, say_all};

/// The seconds of the shortest day, in which a clock is put forward.
const DAY_S_MIN: i64 = 23 * 3_600;

#[derive(Args)]
pub(super) struct CheckArguments {
    /// Look only at what was written since a day of the bank or a moment, for example 2026-11-20 or
    /// 2026-11-20T21:00:00Z.
    #[arg(long, value_name = "DAY|MOMENT")]
    since: Option<String>,
}

impl CheckArguments {
    fn since(&self, zone: &BankZone) -> Result<Option<Instant>, Failure> {
        let Some(text) = &self.since else { return Ok(None) };
        if let Ok(day) = text.parse::<jiff::civil::Date>()
            && text.len() == day.to_string().len()
        {
            return Ok(Some(zone.start_of_day(day)));
        }
        let moment = text.parse::<jiff::Timestamp>();
        let wrong =
            |_| format!("--since: {text} is neither a day (2026-11-20) nor a moment (2026-11-20T21:00:00Z)");
        Ok(Some(moment.map_err(wrong)?.into()))
    }
}

/// Outcome of a look at the database.
pub(super) struct Proof {
    /// The things that were looked at, counted in words.
    pub(super) counted: String,
    /// Things that must never be.
    pub(super) findings: Vec<String>,
}

pub(super) fn run(arguments: &CheckArguments, settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    let since = arguments.since(&configuration.bank.zone)?;
    on_opened(configuration, open_present, async |configuration, Surroundings { store, clock, .. }| {
        refuse_pending(&store, &configuration).await?;
        let began = clock.now();
        let kind = sandbox::kind_of(&store).await;
        // The clock of a sandbox may be ahead of this one.
        if let Some(since) = since.filter(|since| *since > began)
            && !matches!(kind, Ok(Some(DatabaseKind::Sandbox)))
        {
            return Err(format!("--since: {since} lies ahead, so nothing would be looked at").into());
        }
        let Proof { counted, findings } = prove(&store, since).await?;
        say_all(&findings);
        say(&counted);
        if findings.is_empty() {
            note(&store, since, began).await;
        }
        let account = format!("{}: this account", configuration.database);
        let powers = store.powers(None, &areas::rights()).await.told()?;
        for power in powers {
            remark(&format!("{account} {power}: a server does not need that (docs/OPERATIONS.md, Roles)"));
        }
        if !findings.is_empty() {
            return Err(format!("{} findings: this must never be", findings.len()).into());
        }
        say(&since.map_or_else(
            || "every sum is zero".to_owned(),
            |since| format!("every sum since {since} is zero"),
        ));
        Ok(())
    })
}

/// Notes for the alarms that nothing was found. A copy of the database may take no writes, and is proven all the same.
async fn note(store: &Store, since: Option<Instant>, began: Instant) {
    let scope = match since {
        None => ProofScope::Whole,
        Some(since) if since <= began.plus_seconds(-DAY_S_MIN) => ProofScope::Since,
        Some(_) => return remark("this is not noted for the alarms: it has looked at less than a day"),
    };
    if let Err(error) = accounts::note_proof(store, scope, began).await {
        remark(&format!("the database does not note that nothing was found: {error}"));
    }
}

/// Looks at everything, or at what was written since a moment.
pub(super) async fn prove(store: &Store, since: Option<Instant>) -> Result<Proof, Failure> {
    let ledger = accounts::check_ledger_since(store, since).await.told()?;
    let payroll = payroll::check_since(store, since).await.told()?;
    let trail = audit::check(store).await.told()?;
    let of_ledger = ledger.findings.iter().map(ToString::to_string);
    let of_payroll = payroll.findings.iter().map(ToString::to_string);
    Ok(Proof {
        counted: format!(
            "{} accounts, {} entries, {} postings, {} payroll statements, {} entries of the trail",
            ledger.accounts, ledger.entries, ledger.postings, payroll.statements, trail.entries
        ),
        findings: of_ledger.chain(of_payroll).chain(trail.findings).collect(),
    })
}
