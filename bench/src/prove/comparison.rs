//! Compares the journal with the bank.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use accounts::check_ledger;
use kernel::{Clock, SystemClock};
use store::{Result, Store, StoreLocation, params};

use super::fleet::Fleet;
use super::journal::{COMPANY, PAYER, Sent};
use crate::outcome::Outcome;
use crate::outside::{on_store, pause};

store::queries! {
    /// Counts the statements of the company that are not in a last state.
    UNFINISHED = "select count(1) as statements from payroll_statements where cnum = $1 \
        and state not in ('EXECUTED', 'PARTLY_EXECUTED', 'DECLINED', 'ERROR')";
    UNDER_WAY = "select external_id, state from payroll_statements where cnum = $1 \
        and state not in ('EXECUTED', 'PARTLY_EXECUTED', 'DECLINED', 'ERROR') order by external_id limit $2";
    JOBS_UNDER_WAY = "select kind, job_key, run_at_us, leased_until_us, attempts, failures, deaths, is_given_up, \
        failure from jobs where kind in ('payroll.check', 'payroll.execute', 'payroll.rail') \
        order by kind, job_key limit $1";
    STATEMENTS = "select external_id, state, executed_minor from payroll_statements where cnum = $1 order by \
        external_id";
    EMPLOYEES = "select e.number, l.balance_minor from employees_accounts e \
        join ledger_accounts l on l.ledger_account_id = e.number";
    /// Reads the balance of an account of the bank or a company, and its holds.
    MONEY = "select balance_minor, held_minor from ledger_accounts where ledger_account_id = $1";
    JOBS = "select count(1) as jobs from jobs where kind in ('payroll.check', 'payroll.execute', 'payroll.rail')";
}

/// The longest wait until one more statement has come to its end.
const ENDS_MAX: Duration = Duration::from_mins(1);
/// The most of those that do not that are told.
const TOLD_MAX: i64 = 10;
const LOOK_PAUSE: Duration = Duration::from_millis(50);

/// The sums of the ledger, in hundredths.
pub(super) struct Ledger {
    pub(super) payer: (i64, i64),
    employees: BTreeMap<String, i64>,
    pub(super) correspondent: i64,
    outgoing: i64,
    /// The findings of the bank's own proofs.
    findings: Vec<String>,
}

impl Ledger {
    pub(super) fn read(location: &StoreLocation) -> Outcome<Self> {
        on_store(location, async |store| {
            let employees: Vec<(String, i64)> = store.select(&EMPLOYEES, params![]).await?;
            Ok(Self {
                payer: money(store, PAYER).await?,
                employees: employees.into_iter().collect(),
                correspondent: money(store, "CORRESPONDENT.RUR").await?.0,
                outgoing: money(store, "OUTGOING-PAYMENTS.RUR").await?.0,
                findings: findings(store).await?,
            })
        })
    }
}

/// Runs the checks of `clientbank check`.
async fn findings(store: &Store) -> Result<Vec<String>> {
    let of_ledger = check_ledger(store).await?.findings.into_iter().map(|finding| format!("{finding:?}"));
    let of_payroll = payroll::check(store).await?.findings.into_iter().map(|finding| format!("{finding:?}"));
    Ok(of_ledger.chain(of_payroll).collect())
}

async fn money(store: &Store, account: &str) -> Result<(i64, i64)> {
    Ok(store.select_optional(&MONEY, params![account]).await?.unwrap_or((0, 0)))
}

/// Waits until no statement is under way, for as long as one after the other comes to its end within [`ENDS_MAX`].
pub(super) fn wait_for_ends(location: &StoreLocation, journal: &[Sent]) -> Outcome<()> {
    on_store(location, async |store| {
        let (mut since, mut least) = (Instant::now(), i64::MAX);
        loop {
            let count: Option<i64> = store.select_optional(&UNFINISHED, params![COMPANY]).await?;
            let unfinished = count.ok_or("no count")?;
            if unfinished == 0 {
                return Ok(());
            }
            if unfinished < least {
                (since, least) = (Instant::now(), unfinished);
            }
            if since.elapsed() > ENDS_MAX {
                let told = under_way(store).await?.join("\n  ");
                let sent = journal.len();
                return Err(
                    format!("{unfinished} of {sent} statements do not come to an end:\n  {told}").into()
                );
            }
            pause(LOOK_PAUSE);
        }
    })
}

/// A job: kind, key and due time, end of the lease, attempts and failures, deaths, whether it is given up and why.
type JobColumns = ((String, String, i64), (i64, i64, i64), (i64, bool, Option<String>));

/// Tells of statements under way how far they are, and of jobs that are left what they wait for.
async fn under_way(store: &Store) -> Result<Vec<String>> {
    let now_us = SystemClock.now().microseconds();
    let in_ms = |at_us: i64| (at_us - now_us) / 1_000;
    let statements: Vec<(String, String)> = store.select(&UNDER_WAY, params![COMPANY, TOLD_MAX]).await?;
    let jobs: Vec<JobColumns> = store.select(&JOBS_UNDER_WAY, params![TOLD_MAX]).await?;
    let statements = statements.into_iter().map(|(name, state)| format!("{name} is {state}"));
    let jobs = jobs.into_iter().map(|((kind, key, due), (until, attempts, failures), (deaths, is_given_up, failure))| {
        let (due, until) = (in_ms(due), in_ms(until));
        let failure = failure.unwrap_or_else(|| "no failure".to_owned());
        format!(
            "{kind} {key} is due in {due} ms, leased for {until} ms, {attempts} attempts, {failures} failures, \
             {deaths} deaths, given up: {is_given_up}, {failure}"
        )
    });
    Ok(statements.chain(jobs).collect())
}

/// Kills every process and finds every difference between the journal and the bank; returns the ledger as it is then.
pub(super) fn compare(fleet: &mut Fleet, journal: &[Sent], before: &Ledger) -> Outcome<Ledger> {
    fleet.kill_all()?;
    let location = &fleet.location()?;
    let after = Ledger::read(location)?;
    let mut differences = Vec::new();
    let mut differs = |what: String, expected: &dyn std::fmt::Debug, found: &dyn std::fmt::Debug| {
        let (expected, found) = (format!("{expected:?}"), format!("{found:?}"));
        if expected != found {
            differences.push(format!("{what}: {found} instead of {expected}"));
        }
    };
    let (statements, jobs) = statements(location)?;
    for sent in journal.iter().filter(|sent| sent.is_acknowledged) {
        let end = sent.end();
        let found = statements.get(&sent.external_id).map(|(state, executed)| (state.as_str(), *executed));
        differs(sent.external_id.clone(), &Some((end.state, end.executed)), &found);
    }
    differs("statements".to_owned(), &journal.len(), &statements.len());
    differs("jobs left".to_owned(), &0, &jobs);
    let executed: i64 = journal.iter().map(|sent| sent.end().executed).sum();
    if executed > before.payer.0 {
        return Err(format!("the payer has {} hundredths, and {executed} were sent", before.payer.0).into());
    }
    differs("payer".to_owned(), &(before.payer.0 - executed, before.payer.1), &after.payer);
    let mut employees = before.employees.clone();
    for (account, minor) in journal.iter().flat_map(Sent::paid) {
        *employees.entry(account).or_default() += minor;
    }
    for (account, expected) in &employees {
        differs(account.clone(), &Some(expected), &after.employees.get(account));
    }
    let settled: i64 = journal.iter().map(Sent::settled).sum();
    differs("correspondent account".to_owned(), &(before.correspondent + settled), &after.correspondent);
    differs("outgoing payments".to_owned(), &before.outgoing, &after.outgoing);
    differs("ledger".to_owned(), &Vec::<String>::new(), &after.findings);
    if differences.is_empty() {
        return Ok(after);
    }
    differences.truncate(20);
    Err(differences.join("\n").into())
}

type Statements = BTreeMap<String, (String, i64)>;

fn statements(location: &StoreLocation) -> Outcome<(Statements, i64)> {
    on_store(location, async |store| {
        let statements: Vec<(String, (String, i64))> = store.select(&STATEMENTS, params![COMPANY]).await?;
        let jobs: Option<i64> = store.select_optional(&JOBS, params![]).await?;
        Ok((statements.into_iter().collect(), jobs.ok_or("no count")?))
    })
}
