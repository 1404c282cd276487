//! The channel keeps the accounts: processes that pay wages, sell dollars, take files and reverse them die. A second
//! program that reads the journal meanwhile has the balances that the trial balance, the customers and `clientbank
//! reconcile` have, and the worth of the dollars sold at the rate of each day.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use kernel::{BankZone, Money};
use serde_json::Value;

use super::super::bank_caller::{BankCaller, add_system};
use super::super::client::Signers;
use super::super::comparison::{self, Ledger};
use super::super::fault::Fault;
use super::super::fleet::Fleet;
use super::super::journal::{self, OWN_BIC, Sent, account, dollar_accounts};
use super::super::senders::{Senders, repeat_what_is_unknown};
use super::super::{Dice, Ground};
use super::second::Second;
use super::{CLOSING_S, DAY_S, READ, ROUNDS_OF_DAY, told};
use crate::outcome::Outcome;
use crate::outside::pause;

/// Statements that are sent in one round, at most, and the programs that send them at once.
const STATEMENTS_OF_ROUND: u64 = 4;
const SENDERS: usize = 2;
/// The latest moment of a fault, in microseconds after the first statement is sent.
const FAULT_AFTER_US_MAX: u64 = 150_000;
/// One in so many rounds has a file of payments, and one in so many of them is reversed.
const FILES_ONE_OF: u64 = 4;
const REVERSED_ONE_OF: u64 = 3;
/// The rate of a day in roubles for 10,000 dollars, at least, and the numbers of rates: the fair rate of statements is
/// within the bank's tolerance of each, and a hostile one of none.
const RATE_PER_10000_MIN: u64 = 795_000;
const RATES: u64 = 13_500;
/// Entries that the second program reads at once while processes die, at most.
const PAGE_MAX: u64 = 20;
/// The pause of the second program at the end of the journal, and when nobody answers.
const READ_PAUSE: Duration = Duration::from_millis(5);
/// The account that files bring money to.
const VASILEK: &str = "40702810700000000011";
/// Differences that are planted into the last day.
const PLANTED: usize = 20;
/// The bank's positions in dollars and in roubles.
const DOLLARS: &str = "POSITION.USD";
const ROUBLES: &str = "POSITION.RUR";
/// Serial numbers of accounts that nobody has.
const NOBODY_FIRST: u64 = 900_000;

/// Plays the rounds, and compares the books of each day.
pub(super) fn prove(fleet: &mut Fleet, program: &Path, ground: &Ground) -> Outcome<()> {
    let (since, dice, signers) = (Instant::now(), Dice::new(ground.seed), Signers::read(fleet.data())?);
    let (location, zone) = (fleet.location()?, "Europe/Moscow".parse()?);
    let key = add_system(program, fleet, "core", "core")?;
    let mut books = Books { program, key, zone, second: Second::default(), days: 0, rate_per_10000: 0 };
    books.import(fleet, "employees_accounts", &dollar_accounts())?;
    books.begin_day(fleet, &dice)?;
    let (mut before, mut sent) = (Ledger::read(&location)?, Vec::<Sent>::new());
    for round in 1..=ground.rounds {
        let first = journal::add(&mut sent, 1 + dice.below(STATEMENTS_OF_ROUND), &dice, &signers)?;
        sent[first..].iter_mut().for_each(Sent::pay_dollars);
        let file = if dice.below(FILES_ONE_OF) == 0 { Some(books.file(fleet, round, &dice)?) } else { None };
        books.one_round(fleet, &dice, &mut sent[first..])?;
        repeat_what_is_unknown(fleet, &mut sent[first..])?;
        if let Some(file) = file {
            let minor = books.finish(fleet, file, dice.below(2) == 0)?;
            let is_reversed = dice.below(REVERSED_ONE_OF) == 0;
            if is_reversed {
                books.reverse(fleet, minor, dice.below(2) == 0)?;
            } else {
                before.correspondent -= minor;
            }
        }
        if round % ROUNDS_OF_DAY == 0 || round == ground.rounds {
            comparison::wait_for_ends(&location, &sent)?;
            books.end_day(fleet, round == ground.rounds)?;
            books.begin_day(fleet, &dice)?;
        }
    }
    comparison::compare(fleet, &sent, &before)?;
    println!(
        "  {} statements, {} entries read without a gap, twice the same, {} of them reversals, dollars for {} \
         hundredths sold and revalued; {} days: trial balance, customers and reconcile agree with a program that \
         knows the journal alone; {PLANTED} planted breaks named ({} silences, {} s)",
        sent.len(),
        books.second.len(),
        books.second.reversed.len(),
        -books.second.position(DOLLARS),
        books.days,
        books.second.silences,
        since.elapsed().as_secs()
    );
    Ok(())
}

/// A file that is being imported, and the sum that it brings.
struct File {
    folder: PathBuf,
    minor: i64,
    import: Child,
}

struct Books<'p> {
    program: &'p Path,
    key: PathBuf,
    zone: BankZone,
    second: Second,
    days: usize,
    /// Roubles for 10,000 dollars today.
    rate_per_10000: i64,
}

impl Books<'_> {
    fn command(&self, fleet: &Fleet) -> Command {
        let mut command = Command::new(self.program);
        command.env("CLIENTBANK_DATABASE", fleet.database());
        command.env("CLIENTBANK_MASTER_KEY_FILE", fleet.data().join("master.key")).stdin(Stdio::null());
        command
    }

    fn caller(&self, fleet: &Fleet, member: usize) -> BankCaller {
        BankCaller::of(fleet, member, &self.key)
    }

    fn import(&self, fleet: &Fleet, name: &str, rows: &str) -> Outcome<()> {
        let folder = fleet.data().join(name);
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(format!("{name}.csv")), rows)?;
        let done = self.command(fleet).arg("import").arg(&folder).output()?;
        if done.status.success() { Ok(()) } else { Err(format!("{name}: {}", said(&done)).into()) }
    }

    /// Brings the rate of the day.
    fn begin_day(&mut self, fleet: &Fleet, dice: &Dice) -> Outcome<()> {
        self.rate_per_10000 = i64::try_from(RATE_PER_10000_MIN + dice.below(RATES))?;
        let day = self.zone.date_of(fleet.now());
        let (whole, rest) = (self.rate_per_10000 / 10_000, self.rate_per_10000 % 10_000);
        let row = format!("USD,{day},1,{whole}.{rest:04}");
        self.import(fleet, "day_rates", &format!("currency,rate_date,units,rate\n{row}\n"))
    }

    /// Reverses the payment that a file has brought; the command may die first.
    fn reverse(&mut self, fleet: &Fleet, minor: i64, dies: bool) -> Outcome<()> {
        self.second.read_to_the_end(&mut self.caller(fleet, 0))?;
        let number = self.second.last_payment(VASILEK, minor).ok_or("a payment is not in the journal")?;
        let command = || {
            let mut command = self.command(fleet);
            command.args(["journal", "reverse", &number.to_string(), "--reason", "Зачислено по ошибке"]);
            command
        };
        if dies {
            let mut first = command().stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
            first.kill()?;
            first.wait()?;
        }
        let done = command().output()?;
        if done.status.success() || said(&done).contains("is reversed already") {
            Ok(())
        } else {
            Err(format!("entry {number} is not reversed: {}", said(&done)).into())
        }
    }

    /// Begins to import a payment.
    fn file(&self, fleet: &Fleet, round: u32, dice: &Dice) -> Outcome<File> {
        let (folder, minor) =
            (fleet.data().join(format!("file-{round}")), 1 + i64::try_from(dice.below(100_000))?);
        std::fs::create_dir_all(&folder)?;
        let (at, amount) = (fleet.now().plus_seconds(-1).to_timestamp(), Money::from_minor(minor));
        let row = format!("FILE-{round},{VASILEK},{amount},{at},{},Оплата", self.zone.date_of(fleet.now()));
        let header = "payment_id,account,amount,posted_at,value_date,purpose";
        std::fs::write(folder.join("payments.csv"), format!("{header}\n{row}\n"))?;
        let mut import = self.command(fleet);
        import.arg("import").arg(&folder).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(File { import: import.spawn()?, folder, minor })
    }

    /// Ends an import, which may die first, and returns what it brought.
    fn finish(&self, fleet: &Fleet, mut file: File, dies: bool) -> Outcome<i64> {
        if dies {
            file.import.kill()?;
        }
        if !file.import.wait()?.success() {
            let done = self.command(fleet).arg("import").arg(&file.folder).output()?;
            if !done.status.success() {
                return Err(format!("an import was refused: {}", said(&done)).into());
            }
        }
        Ok(file.minor)
    }

    /// Sends statements and reads the journal while a process dies.
    fn one_round(&mut self, fleet: &mut Fleet, dice: &Dice, sent: &mut [Sent]) -> Outcome<()> {
        let fault = Fault::draw(dice, fleet.len(), FAULT_AFTER_US_MAX)?;
        let mut caller = self.caller(fleet, usize::try_from(dice.below(fleet.len() as u64))?);
        let (limit, ended, second) = (1 + dice.below(PAGE_MAX), AtomicBool::new(false), &mut self.second);
        std::thread::scope(|scope| {
            let read = || {
                while !ended.load(Ordering::SeqCst) {
                    if second.read_on(&mut caller, limit).map_err(|error| error.to_string())? {
                        pause(READ_PAUSE);
                    }
                }
                Ok::<_, String>(())
            };
            let reader = scope.spawn(read);
            let outcome = Senders::of(fleet, SENDERS).send(sent, |_| fault.strike(fleet));
            ended.store(true, Ordering::SeqCst);
            reader.join().map_err(|_| "the reader panicked")??;
            outcome
        })
    }

    /// The day ends, and the second program compares it.
    fn end_day(&mut self, fleet: &mut Fleet, is_last: bool) -> Outcome<()> {
        let day = self.zone.date_of(fleet.now()).to_string();
        fleet.move_clock(DAY_S)?;
        fleet.move_clock(CLOSING_S)?;
        let mut caller = self.caller(fleet, 0);
        self.second.read_to_the_end(&mut caller)?;
        let told =
            caller.call(&format!("/bank/v1/trial-balance?date={day}"), None)?.ok_or("no trial balance")?;
        self.second.compare(&day, &told)?;
        self.second.compare_position(DOLLARS, ROUBLES, self.rate_per_10000, &told)?;
        let balances = self.second.balances(&day);
        for account in READ {
            let (own, read) =
                (balances.get(account).copied().unwrap_or_default(), told::balances(fleet, account)?);
            if read.map(i128::from) != [own; 2] {
                return Err(format!("{account}: {own} in the journal, a customer reads {read:?}").into());
            }
        }
        let mut customers = BTreeMap::new();
        for (account, minor) in balances.into_iter().filter(|(account, _)| account.len() == 20) {
            customers.insert(account, i64::try_from(minor)?);
        }
        self.reconcile(fleet, &day, &customers, &BTreeSet::new())?;
        if is_last {
            let (damaged, planted) = planted(&customers);
            self.reconcile(fleet, &day, &damaged, &planted)?;
            let [one, two] = [self.second.read_again(&mut caller)?, self.second.read_again(&mut caller)?];
            if one != two {
                return Err("two readings of the journal differ".into());
            }
        }
        self.days += 1;
        Ok(())
    }

    /// Has the channel compare balances, and expects it to name these accounts and no other.
    fn reconcile(
        &self,
        fleet: &Fleet,
        day: &str,
        balances: &BTreeMap<String, i64>,
        expected: &BTreeSet<String>,
    ) -> Outcome<()> {
        let file = fleet.data().join("balances.csv");
        let row = |(account, minor): (&String, &i64)| format!("{account},{}\n", Money::from_minor(*minor));
        let rows: Vec<String> = balances.iter().map(row).collect();
        std::fs::write(&file, format!("account,balance\n{}", rows.concat()))?;
        let done = self.command(fleet).arg("reconcile").arg(&file).args(["--day", day]).output()?;
        let mut named = BTreeSet::new();
        for line in String::from_utf8_lossy(&done.stdout).lines() {
            let line: Value = serde_json::from_str(line)?;
            named.insert(line["account"].as_str().ok_or("no account")?.to_owned());
        }
        if named != *expected || done.status.success() != expected.is_empty() {
            return Err(format!("{day}: {expected:?} differ, and reconcile says {}", said(&done)).into());
        }
        Ok(())
    }
}

/// Plants differences: a hundredth more or less, the other sign, an account that is lost, one that nobody has.
fn planted(balances: &BTreeMap<String, i64>) -> (BTreeMap<String, i64>, BTreeSet<String>) {
    let (mut damaged, mut planted) = (balances.clone(), BTreeSet::new());
    for (place, (name, minor)) in balances.iter().filter(|(_, minor)| **minor != 0).take(PLANTED).enumerate()
    {
        let mut name = name.clone();
        match place % 5 {
            0 => drop(damaged.insert(name.clone(), minor + 1)),
            1 => drop(damaged.insert(name.clone(), minor - 1)),
            2 => drop(damaged.insert(name.clone(), -minor)),
            3 => drop(damaged.remove(&name)),
            _ => {
                name = account(NOBODY_FIRST + place as u64, OWN_BIC);
                damaged.insert(name.clone(), *minor);
            }
        }
        planted.insert(name);
    }
    (damaged, planted)
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}
