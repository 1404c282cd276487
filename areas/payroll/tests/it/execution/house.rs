//! A bank with employees and statements that wait to be executed.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use accounts::ledger::{self, InternalAccount, LedgerAccountId, LedgerError};
use audit::Actor;
use import::{ImportError, Report};
use jiff::civil::Date;
use jobs::{Runner, RunnerSettings, Wake};
use kernel::{AccountNumber, Bic, Clock, Currency, Instant, Randomness, SeededRandomness, Translated};
use orders::{By, Desk, Order, Players, Role, Wanted};
use payroll::rail::{OutgoingRail, RailAnswer};
use payroll::{EXECUTE, Operating, PayrollState, StatementId};
use store::{Store, StoreError, Tx, params};
use testkit::{Bench, TestCaller, TestClient};

use crate::terms;

pub(crate) use crate::terms::{OWN_BIC, change, demo_data};

/// The debit account of C00001.
pub(crate) const SETTLEMENT: &str = "40702810600000000001";
/// An account of C00003 with 750000.00 and nothing held.
pub(crate) const KOLOS: &str = "40702810800000000021";
/// The balance of an account, in hundredths.
pub(crate) const KOLOS_MINOR: i64 = 75_000_000;
/// A bank that the rail reaches.
pub(crate) const OTHER_BIC: &str = "044525225";
/// A bank that it does not reach.
pub(crate) const UNKNOWN_BIC: &str = "044525000";
/// The employee whose account is closed.
pub(crate) const CLOSED: u32 = 7;
/// Employees with an open account: 1 to this, but for [`CLOSED`].
pub(crate) const EMPLOYEES: u32 = 40;

store::queries! {
    /// A statement that is signed.
    PUT_STATEMENT = "insert into payroll_statements (statement_id, cnum, external_id, kind, state, version,
        created_at_us,
        changed_at_us, created_by, client_id, year, number, number_is_default, statement_date, account, transfers_count,
        total_minor, lines_count, enrollment_code, purpose, conversion_rates)
        values ($1, $2, $3, 'UNSIGNED', 'AWAITING_SEND', 5, $4, $4, 'U00001', 'demo-erp', 2026, $5, false, $6,
        $7, $8, $9, $8,
            '01', 'Salary', $10)";
    PUT_TRANSFER = "insert into payroll_transfers (statement_id, line, order_number, last_name, first_name,
        amount_minor,
        account, currency, bic, conversion) values ($1, $2, $2, 'Иванов', 'Иван', $3, $4, 'RUR', $5, $6)";
    PUT_STEP = "insert into payroll_history (statement_id, version, kind, from_state, to_state, at_us)
        values ($1, 5, 'UNSIGNED', 'PARTLY_SIGNED', 'AWAITING_SEND', $2)";
    PUT_EVENT = "insert into event_outbox (due_at_us, at_us, audience, event_type, version, object_kind, object_id,
        data) values (0, $1, $2, 'payroll.statement.awaiting-send', 1, 'payroll_statement', $3, '{}')";
    PUT_SIGNATURE = "insert into payroll_signatures (statement_id, position, origin, user_id, signature_type,
        signed_at_us) values ($1, 1, 'ONLINE_BANK', $2, 'FIRST', $3)";
    LOOK = "select state, reason_code, done_through_line, executed_minor, declined_count from payroll_statements
        where statement_id = $1";
    OUTCOMES = "select line, outcome, reason_code from payroll_outcomes where statement_id = $1 order by line";
    /// The number of entries of the kinds that payroll writes.
    ENTRIES = "select count(1) as entries from journal_entries where kind in ('PAYROLL', 'OUTGOING_PAYMENT', \
        'PAYMENT_RETURN')";
    /// The sales of a currency on a day.
    SOLD = "select sold_minor, price_minor from payroll_conversion_days where currency = $1 and conversion_date = $2";
    /// The bank loses its rates of a currency, as no code does.
    pub(crate) LOSE_RATES = "delete from day_rates where currency = $1";
    /// Forgets that money may come back for an account.
    pub(crate) FORGET_AWAITED = "delete from ledger_awaited_returns where ledger_account_id = $1";
    /// Takes a line away, as no code does.
    pub(crate) LOSE_LINE = "delete from payroll_transfers where statement_id = $1 and line = $2";
}

/// The rule of a statement that has lost a line.
pub(crate) const LINES_RULE: &str = "the total or the number of transfers differs from the transfers";

/// A transfer of a statement that is put in.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) minor: i64,
    pub(crate) account: String,
    pub(crate) bic: Option<&'static str>,
    pub(crate) conversion: Option<String>,
}

/// To an employee at this bank.
pub(crate) fn to(serial: u32, minor: i64) -> Line {
    Line { minor, account: employee(serial).to_string(), bic: None, conversion: None }
}

pub(crate) fn to_other(bic: &'static str, serial: u32, minor: i64) -> Line {
    let number: AccountNumber = format!("40817810000009{serial:06}").parse().unwrap();
    let account = number.with_control_key(&bic.parse::<Bic>().unwrap()).to_string();
    Line { minor, account, bic: Some(bic), conversion: None }
}

/// The rouble account of an employee.
pub(crate) fn employee(serial: u32) -> AccountNumber {
    numbered("810", serial)
}

/// The dollar account of an employee; the first ten have one.
pub(crate) fn dollar_account(serial: u32) -> AccountNumber {
    numbered("840", serial)
}

fn numbered(currency: &str, serial: u32) -> AccountNumber {
    let number: AccountNumber = format!("40817{currency}00000{serial:07}").parse().unwrap();
    number.with_control_key(&OWN_BIC.parse::<Bic>().unwrap())
}

/// A statement before it is put in.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) cnum: &'static str,
    pub(crate) account: &'static str,
    pub(crate) date: Date,
    pub(crate) rates: Option<&'static str>,
    pub(crate) lines: Vec<Line>,
}

impl Draft {
    pub(crate) fn of(lines: Vec<Line>) -> Self {
        Self {
            cnum: "C00001",
            account: SETTLEMENT,
            date: jiff::civil::date(2026, 11, 20),
            rates: None,
            lines,
        }
    }

    pub(crate) fn kolos(lines: Vec<Line>) -> Self {
        Self { cnum: "C00003", account: KOLOS, ..Self::of(lines) }
    }

    pub(crate) fn total(&self) -> i64 {
        let sum: i128 = self.lines.iter().map(|line| i128::from(line.minor)).sum();
        i64::try_from(sum).unwrap_or(i64::MAX)
    }
}

/// A statement as the database has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) state: String,
    pub(crate) reason: Option<String>,
    pub(crate) done: i64,
    pub(crate) executed: i64,
    pub(crate) declined: i64,
}

pub(crate) struct House {
    pub(crate) bench: Bench,
    pub(crate) state: PayrollState,
    pub(crate) client: TestClient,
}

impl House {
    pub(crate) async fn new(bench: Bench) -> Self {
        terms::migrate(&bench).await;
        let state = state(&bench, bench.store.clone(), bench.randomness.clone());
        let client = terms::client(&bench, &state);
        let mut csv =
            "number,status,branch_id,last_name,first_name,middle_name,salary_project_cnum,rouble_account\n"
                .to_owned();
        for serial in 1..=EMPLOYEES {
            let status = i32::from(serial != CLOSED);
            writeln!(csv, "{},{status},001,Иванов,Иван,,C00001,", employee(serial)).unwrap();
        }
        for serial in 1..=10 {
            writeln!(csv, "{},1,001,Иванов,Иван,,,{}", dollar_account(serial), employee(serial)).unwrap();
        }
        let banks = format!("bic,name\n{OTHER_BIC},Another bank\n");
        let own = [("employees_accounts.csv", csv), ("payroll_banks.csv", banks)];
        terms::import_first(&bench, &own).await;
        Self { bench, state, client }
    }

    /// A bank whose systems answer what these players say.
    pub(crate) async fn with_players(bench: Bench, players: &str) -> Self {
        let mut house = Self::new(bench).await;
        let players = Players::read(players, payroll::AREA.orders.iter().copied(), false).unwrap();
        let clock: Arc<dyn Clock> = house.bench.clock.clone();
        house.state = house.state.clone().with_desk(Desk::new(house.bench.store.clone(), clock, players));
        payroll::take_answers(&house.state);
        house
    }

    /// The orders of a role that are open.
    pub(crate) async fn orders(&self, role: Role) -> Vec<Order> {
        let wanted = Wanted { role, after: 0, kind: String::new(), limit: 1_000 };
        let mut orders =
            self.state.desk.hand_out(|_| Ok(true), wanted, "bank", Duration::ZERO).await.unwrap();
        // Those of one moment come in the order of their names, which tells nothing.
        orders.sort_by(|one, other| one.object_id.cmp(&other.object_id));
        orders
    }

    /// An operator of the bank.
    pub(crate) fn operating(&self) -> Operating {
        Operating {
            clock: self.bench.clock.clone(),
            randomness: self.bench.randomness.clone(),
            zone: self.state.settings.zone.clone(),
            desk: self.state.desk.clone(),
            operator: "treasurer".to_owned(),
        }
    }

    /// Puts a statement in as it is after its last signature, with its job.
    pub(crate) async fn put(&self, draft: &Draft) -> StatementId {
        let id = StatementId::new(self.bench.randomness.uuid(self.bench.clock.now()));
        let (draft, now) = (draft.clone(), self.bench.clock.now());
        let count = i64::try_from(draft.lines.len()).unwrap();
        let put = move |tx: &mut Tx| {
            let external: String = id.to_string();
            tx.execute_one(
                &PUT_STATEMENT,
                params![
                    id.bytes(),
                    draft.cnum,
                    external,
                    now,
                    1,
                    draft.date,
                    draft.account,
                    count,
                    draft.total(),
                    draft.rates
                ],
            )?;
            for (line, transfer) in (1_i64..).zip(&draft.lines) {
                tx.execute_one(
                    &PUT_TRANSFER,
                    params![
                        id.bytes(),
                        line,
                        transfer.minor,
                        &transfer.account,
                        transfer.bic,
                        transfer.conversion.as_deref()
                    ],
                )?;
            }
            tx.execute_one(&PUT_STEP, params![id.bytes(), now])?;
            tx.execute_one(&PUT_EVENT, params![now, draft.cnum, id.to_string()])?;
            let signer = if draft.cnum == "C00003" { "U00003" } else { "U00001" };
            tx.execute_one(&PUT_SIGNATURE, params![id.bytes(), signer, now])?;
            jobs::enqueue(tx, EXECUTE, &id.to_string(), now)
        };
        self.bench.store.write("test.put", put).await.unwrap();
        id
    }

    /// Has the statement executed once more.
    pub(crate) async fn enqueue(&self, id: StatementId) {
        let now = self.bench.clock.now();
        let again = move |tx: &mut Tx| jobs::enqueue(tx, EXECUTE, &id.to_string(), now);
        self.bench.store.write("test.again", again).await.unwrap();
    }

    pub(crate) fn runner(&self) -> Runner {
        empty_runner(&self.bench, self.bench.store.clone(), 2).with_workers(payroll::workers(&self.state))
    }

    pub(crate) fn runner_over(&self, rail: Arc<dyn OutgoingRail>) -> Runner {
        empty_runner(&self.bench, self.bench.store.clone(), 3)
            .with_workers(payroll::workers_over(&self.state, rail))
    }

    /// A second process on the database of the first: its connections, and its runner.
    pub(crate) async fn second_process(&self) -> (Store, Runner) {
        let store = self.bench.open_again(Bench::limits()).await;
        let state = state(&self.bench, store.clone(), Arc::new(SeededRandomness::new(5)));
        let runner = empty_runner(&self.bench, store.clone(), 6).with_workers(payroll::workers(&state));
        (store, runner)
    }

    /// Works off what is due; how many attempts were made.
    pub(crate) async fn work(&self) -> usize {
        self.runner().drain().await.unwrap()
    }

    /// Puts a statement in and executes it.
    pub(crate) async fn execute(&self, draft: &Draft) -> (StatementId, Seen) {
        let id = self.put(draft).await;
        self.work().await;
        (id, self.seen(id).await)
    }

    pub(crate) async fn seen(&self, id: StatementId) -> Seen {
        let row = self.bench.store.query_optional(&LOOK, params![id.bytes()]).await.unwrap().unwrap();
        Seen {
            state: row.text("state").unwrap().to_owned(),
            reason: row.optional_text("reason_code").unwrap().map(str::to_owned),
            done: row.integer("done_through_line").unwrap(),
            executed: row.integer("executed_minor").unwrap(),
            declined: row.integer("declined_count").unwrap(),
        }
    }

    /// Line, outcome and code of the transfers that have one.
    pub(crate) async fn outcomes(&self, id: StatementId) -> Vec<(i64, String, Option<String>)> {
        self.bench.store.select(&OUTCOMES, params![id.bytes()]).await.unwrap()
    }

    /// Balance and held amount.
    pub(crate) async fn money(&self, account: &str) -> (i64, i64) {
        self.money_of(LedgerAccountId::from(&account.parse::<AccountNumber>().unwrap())).await
    }

    /// The bank's own roubles.
    pub(crate) async fn internal(&self, account: InternalAccount) -> i64 {
        self.money_of(account.in_currency(Currency::RUR)).await.0
    }

    /// The roubles that are on their way to other banks.
    pub(crate) async fn outgoing(&self) -> i64 {
        self.internal(InternalAccount::OutgoingPayments).await
    }

    pub(crate) async fn dollar_position(&self) -> i64 {
        self.money_of(InternalAccount::Position.in_currency(Currency::USD)).await.0
    }

    async fn money_of(&self, account: LedgerAccountId) -> (i64, i64) {
        let read = move |tx: &mut Tx| {
            let state = ledger::account_state(tx, &account)?;
            Ok::<_, StoreError>(state.map_or((0, 0), |state| (state.balance.minor(), state.held.minor())))
        };
        self.bench.store.read("test.money", read).await.unwrap()
    }

    /// Returns how much was sold of a currency today, and the roubles that were paid for it.
    pub(crate) async fn sold(&self, currency: &'static str) -> (i64, i64) {
        let zone = &self.state.settings.zone;
        let today = zone.date_of(self.bench.clock.now());
        self.bench.store.select_optional(&SOLD, params![currency, today]).await.unwrap().unwrap_or_default()
    }

    /// One more file of the bank.
    pub(crate) async fn add(&self, name: &str, text: &str) {
        self.try_add(name, text).await.unwrap();
    }

    /// One more file of the bank, which may be refused.
    pub(crate) async fn try_add(&self, name: &str, text: &str) -> Result<Report, ImportError> {
        terms::import_file(&self.bench, name, text).await
    }

    pub(crate) async fn close(&self, account: &str) -> Result<bool, LedgerError> {
        let account = LedgerAccountId::from(&account.parse::<AccountNumber>().unwrap());
        self.bench.store.write("test.close", move |tx: &mut Tx| ledger::set_open(tx, &account, false)).await
    }

    /// A further account of the company that has this one.
    pub(crate) async fn second_account(&self, of: &str, number: &'static str) {
        let file = std::fs::read_to_string(demo_data().join("accounts.csv")).unwrap();
        let row = file.lines().find(|row| row.starts_with(of)).unwrap();
        let mut cells: Vec<&str> = row.split(',').collect();
        (cells[0], cells[1]) = (number, "ACC-SECOND");
        self.add("accounts.csv", &format!("{}\n{}\n", file.lines().next().unwrap(), cells.join(","))).await;
    }

    /// Returns the number of entries that payroll has written.
    pub(crate) async fn entries(&self) -> i64 {
        self.bench.store.select_optional(&ENTRIES, params![]).await.unwrap().unwrap()
    }

    /// The money of the whole bank is as it must be, and every statement tells the truth about it.
    pub(crate) async fn assert_sound(&self) {
        assert_eq!(accounts::check_ledger(&self.bench.store).await.unwrap().findings, []);
        assert_eq!(payroll::check(&self.bench.store).await.unwrap().findings, []);
    }

    /// The same, but for a rule that the test itself breaks.
    pub(crate) async fn assert_sound_but(&self, rule: &str) {
        assert_eq!(accounts::check_ledger(&self.bench.store).await.unwrap().findings, []);
        let mut findings = payroll::check(&self.bench.store).await.unwrap().findings;
        findings.retain(|finding| finding.rule != rule);
        assert_eq!(findings, []);
    }

    pub(crate) async fn assert_idle(&self) {
        assert_eq!(jobs::waiting(&self.bench.store).await.unwrap(), []);
    }

    /// All of it, and nothing is left to do.
    pub(crate) async fn assert_at_rest(&self) {
        self.assert_sound().await;
        self.assert_idle().await;
    }

    pub(crate) async fn get(&self, path: &str) -> serde_json::Value {
        self.get_as("U00001", "C00001", path).await
    }

    pub(crate) async fn get_as(&self, user: &str, cnum: &str, path: &str) -> serde_json::Value {
        let client = if cnum == "C00003" { "kolos-erp" } else { "demo-erp" };
        let pair = self.bench.tokens.pair(&TestCaller::new(user, cnum).with_client(client));
        let answer = self.client.get(path).tokens(&pair).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }
}

pub(crate) fn state(bench: &Bench, store: Store, randomness: Arc<dyn Randomness>) -> PayrollState {
    // Of this bank employees may buy a little below its rate.
    terms::state(bench, store, terms::settings("2"), randomness)
}

/// A runner without kinds, with a lease of 30 seconds.
pub(crate) fn empty_runner(bench: &Bench, store: Store, seed: u64) -> Runner {
    let clock: Arc<dyn Clock> = bench.clock.clone();
    Runner::new(
        store,
        clock,
        Arc::new(SeededRandomness::new(seed)),
        Wake::default(),
        RunnerSettings::default(),
    )
}

pub(crate) fn later(bench: &Bench, seconds: i64) -> Instant {
    bench.clock.advance_seconds(seconds);
    bench.clock.now()
}

/// A system of the bank that answers.
pub(crate) fn by() -> By {
    By::outside_of_requests(Actor::BankSystem("bank".to_owned()))
}

/// The reason of a returned payment.
pub(crate) fn no_account() -> Translated {
    Translated { russian: "нет счёта".to_owned(), english: "no account".to_owned() }
}

pub(crate) fn returned() -> RailAnswer {
    RailAnswer::Returned { reason: no_account() }
}
