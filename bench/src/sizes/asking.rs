//! A client of one bank, which asks for one thing after the other.

use std::error::Error;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use cms::Signer;
use store::{Store, StoreLimits, params};
use testkit::person;
use tokio::runtime::Runtime;

use super::filling::{OWN_ACCOUNT, last_name, number};
use crate::payroll::request::{self, Row};
use crate::rsql_lists::Caller;
use crate::server::Demo;
use crate::statistics::{median, milliseconds};

/// Reads of which the median is the cost in one round.
const READS: usize = 7;
/// Transfers of a statement.
const TRANSFERS: u64 = 200;
/// The longest wait for a statement.
const STATEMENT_MAX: Duration = Duration::from_mins(1);
/// The wait between two looks.
const LOOK_PAUSE: Duration = Duration::from_micros(500);

store::queries! {
    /// The state of a statement.
    SIZES_STATE = "select state from payroll_statements where cnum = 'C00001' and external_id = $1";
}

/// One operation.
#[derive(Clone, Copy)]
pub(super) enum Asked {
    Account,
    Accounts,
    Operations,
    Search,
    Page,
    Unsigned,
    Executed,
}

impl Asked {
    pub(super) const ALL: [Self; 7] = [
        Self::Account,
        Self::Accounts,
        Self::Operations,
        Self::Search,
        Self::Page,
        Self::Unsigned,
        Self::Executed,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Account => "an account",
            Self::Accounts => "the list of a company's accounts",
            Self::Operations => "100 of 1,000 operations of an account",
            Self::Search => "a search in vain among 1,000 operations",
            Self::Page => "the online bank's page of accounts",
            Self::Unsigned => "an unsigned statement of 200 transfers, until its answer",
            Self::Executed => "a signed statement of 200 transfers, until it is executed",
        }
    }

    /// The address of a read.
    fn path(self) -> Option<String> {
        match self {
            Self::Account => Some(format!("/v1/accounts/{OWN_ACCOUNT}?fields=Number,Currency,Balance,Rest")),
            Self::Accounts => Some("/v1/accounts?fields=Number,Currency,Balance,Rest&limit=100".to_owned()),
            Self::Operations => Some(format!("/v1/accounts/{OWN_ACCOUNT}/operations?limit=100")),
            Self::Search => Some(format!("/v1/accounts/{OWN_ACCOUNT}/operations?search=nobody")),
            Self::Page | Self::Unsigned | Self::Executed => None,
        }
    }
}

/// A client of one bank.
pub(super) struct Client {
    caller: Caller,
    agent: ureq::Agent,
    page: String,
    cookies: String,
    runtime: Runtime,
    store: Store,
    signers: [Signer; 2],
    employees: u64,
    statements: u64,
}

impl Client {
    /// Logs in to the API and to the online bank.
    ///
    /// # Errors
    /// One of them fails.
    pub(super) fn new(bank: &Demo, accounts: u64) -> Result<Self, Box<dyn Error>> {
        let runtime = Runtime::new()?;
        let store = runtime.block_on(Store::open(&bank.location, StoreLimits::default()))?;
        let signer = |name: &str| -> Result<Signer, Box<dyn Error>> {
            let read = |ending: &str| {
                std::fs::read_to_string(bank.folder().join(format!("demo-keys/{name}.{ending}")))
            };
            Ok(Signer::from_pem(&read("key")?, &read("crt")?)?)
        };
        Ok(Self {
            caller: Caller::login(bank)?,
            agent: person::agent(),
            page: format!("{}/bank", bank.identity),
            cookies: person::session(&bank.identity.parse()?, person::IVANOVA),
            runtime,
            store,
            signers: [signer("ivanova-C00001-FIRST")?, signer("petrov-C00001-SECOND")?],
            employees: accounts / 2,
            statements: 0,
        })
    }

    /// Asks; the milliseconds that it took.
    ///
    /// # Errors
    /// The answer is an error.
    pub(super) fn ask(&mut self, asked: Asked) -> Result<f64, Box<dyn Error>> {
        match asked {
            Asked::Unsigned => self.statement(false),
            Asked::Executed => self.statement(true),
            read => {
                let samples: Result<Vec<f64>, _> = (0..READS).map(|_| self.read(read.path())).collect();
                Ok(median(&samples?))
            }
        }
    }

    fn read(&self, path: Option<String>) -> Result<f64, Box<dyn Error>> {
        let start = Instant::now();
        if let Some(path) = path {
            drop(self.caller.get(&path)?);
        } else {
            let mut answer = self.agent.get(&self.page).header("cookie", &self.cookies).call()?;
            if answer.status().as_u16() != 200 {
                return Err(format!("the page was answered {}", answer.status()).into());
            }
            answer.body_mut().read_to_vec()?;
        }
        Ok(milliseconds(start))
    }

    /// Sends a statement to employees all over the bank.
    fn statement(&mut self, is_signed: bool) -> Result<f64, Box<dyn Error>> {
        self.statements += 1;
        let external_id = format!("sizes-{}", self.statements);
        let signers = if is_signed { self.signers.as_slice() } else { &[] };
        let body = request::body_of(&external_id, &self.rows()?, signers)?;
        let start = Instant::now();
        self.caller.post("/v1/statements", &body)?;
        if is_signed {
            self.follow(&external_id, start)?;
        }
        Ok(milliseconds(start))
    }

    /// Waits until the statement is executed.
    fn follow(&self, external_id: &str, start: Instant) -> Result<(), Box<dyn Error>> {
        let (_never, pause) = channel::<()>();
        loop {
            let state = self.store.query_optional(&SIZES_STATE, params![external_id]);
            match self.runtime.block_on(state)?.ok_or("no statement")?.text("state")? {
                "EXECUTED" => return Ok(()),
                state @ ("PARTLY_EXECUTED" | "DECLINED" | "ERROR" | "ERROR_SIGN") => {
                    return Err(format!("a statement became {state}").into());
                }
                _ if start.elapsed() > STATEMENT_MAX => return Err("a statement comes to no end".into()),
                _ => drop(pause.recv_timeout(LOOK_PAUSE)),
            }
        }
    }

    /// Transfers to employees who stand far from each other, others for each statement.
    fn rows(&self) -> Result<Vec<Row>, Box<dyn Error>> {
        let distance = self.employees / TRANSFERS;
        let row = |order: u64| {
            let index = (order * distance + self.statements * 7_919 % distance.max(1)) % self.employees;
            let account = number("40817", index)?;
            Ok(Row { order_number: i64::try_from(order + 1)?, last_name: last_name(index), account })
        };
        (0..TRANSFERS).map(row).collect()
    }
}
