//! A large import whose process is killed in the middle, and the one that goes on.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use kernel::AccountNumber;
use store::{StoreError, Tx, params};

use crate::commands::{Installation, on_database};
use crate::four_eyes::Bank;

store::queries! {
    /// Has an import that is done begin again at its first row, as if its process had died after the switch.
    DIES = "update import_runs set state = 'APPLYING', open_slot = 1, leased_until_us = 0, ended_at_us = null, \
        step = 0, through_key = '', applied_count = 0 where state = 'DONE'";
}

/// Rows of the file: enough for the staging table, because names are as long as they may be, and for many chunks.
pub(crate) const ROWS: u32 = 15_000;
/// The most characters of a surname, given name and patronymic.
const NAME_CHARACTERS: usize = 50;

/// The accounts of employees in a file of its own.
pub(crate) fn employees() -> String {
    let bic = "044525999".parse().expect("a BIC");
    let name = "Щ".repeat(NAME_CHARACTERS);
    let mut text =
        "number,status,branch_id,last_name,first_name,middle_name,salary_project_cnum\n".to_owned();
    for person in 0..ROWS {
        let digits: AccountNumber = format!("4081781000000{person:07}").parse().expect("20 digits");
        let number = digits.with_control_key(&bic);
        writeln!(text, "{number},1,001,{name},{name},{name},C00001").expect("a text");
    }
    text
}

fn goes_on_after_a_kill(installation: &Installation) {
    let folder = installation.files.parent().expect("a folder").join("large");
    installation.import();
    std::fs::create_dir(&folder).expect("a folder");
    std::fs::write(folder.join("employees_accounts.csv"), employees()).expect("the file");
    let folder = folder.to_str().expect("UTF-8");

    // Rows are left out of an import that is decided and can only be finished, and of no other.
    let leave_out = |place| installation.refuses(&["import", folder, "--leave-out", place]);
    assert!(leave_out("employees_accounts.csv:2").contains("there is none to leave rows out of"));
    assert!(leave_out("employees_accounts.csv").contains("a file and a line"));

    let mut command = installation.command(&["import", folder]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let told = BufReader::new(child.stderr.take().expect("remarks"));
    let is_applying = told.lines().map_while(Result::ok).any(|line| line.starts_with("applied: "));
    child.kill().expect("it dies");
    child.wait().expect("it has ended");
    assert!(is_applying, "it had been decided");

    // The next run waits for the end of the dead one's lease, and goes on.
    let said = installation.says(&["import", folder]);
    assert!(said.contains("imported"), "{said}");
    let again = installation.says(&["import", folder]);
    let unchanged =
        |line: &str| line.split_whitespace().rev().nth(1).and_then(|word| word.parse::<u32>().ok());
    let line = again.lines().find(|line| line.starts_with("employees_accounts.csv")).expect("a line");
    assert_eq!(unchanged(line), Some(ROWS), "{again}");
    // The one that was killed, and the last; on a machine so busy that the first one ended before, the one between too.
    let decided = installation.trail("import.decided").len();
    assert!((2..=3).contains(&decided), "{decided}");
    assert!(installation.says(&["check"]).contains("every sum is zero"));
}

fn goes_on_as_two_people_want(bank: &Bank) {
    let folder = bank.installation.files.parent().expect("a folder").join("large");
    std::fs::create_dir(&folder).expect("a folder");
    std::fs::write(folder.join("employees_accounts.csv"), employees()).expect("the file");
    let folder = folder.to_str().expect("UTF-8");
    bank.two_do("petrova", "sidorov", &["import", folder]);
    let dies = |tx: &mut Tx| tx.execute_one(&DIES, params![]);
    on_database(&bank.installation, async |store| store.write::<_, StoreError>("test.dies", dies).await)
        .expect("it dies");
    let words = "is decided and not finished: it goes on when these files are imported";
    bank.refuses("petrova", &["import", folder, "--dry-run"], words);
    let number = bank.proposed("petrova", &["import", folder]);
    let shown = bank.by("sidorov", &["proposals", "show", &number]);
    assert!(shown.contains("is decided, and goes on with these files"), "{shown}");
    bank.by("sidorov", &["proposals", "approve", &number]);
    assert!(bank.by("petrova", &["proposals", "carry-out", &number]).contains("imported"));
    assert_eq!(bank.trail("import.decided").len(), 1);
}

crate::commands::on_both_databases! {
    fn lif_02_an_import_that_was_killed_goes_on(bank: "import_killed") { goes_on_after_a_kill(&bank); }

    fn bnk_09_a_decided_import_goes_on_as_two_people_want(bank: "import_of_two") {
        goes_on_as_two_people_want(&Bank::of(bank));
    }
}
