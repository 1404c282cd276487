//! Two people change rights, money and keys (BNK-09), on both engines, by the program itself.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::commands::Installation;
use crate::program::{said, text};

const ACCOUNT: &str = "40702810600000000001";

/// A bank with people who have keys.
pub(crate) struct Bank {
    pub(crate) installation: Installation,
    keys: tempfile::TempDir,
}

fn openssl(arguments: &[&str]) {
    let done = Command::new("openssl").args(arguments).output().expect("openssl");
    assert!(done.status.success(), "{}", text(&done.stderr));
}

impl Bank {
    /// Two people of security and registry, and one of money; the files of the bank are imported before.
    pub(crate) fn of(installation: Installation) -> Self {
        let bank = Self { installation, keys: tempfile::TempDir::new().expect("a folder") };
        let files = bank.files();
        // Ten thousand rows that no proposal here is about.
        std::fs::remove_file(bank.installation.files.join("employees_accounts.csv")).expect("the file");
        bank.by("petrova", &["import", &files]);
        for (name, roles) in [("petrova", ["security", "registry"]), ("sidorov", ["security", "registry"])] {
            bank.add(name, &roles).expect("the first two need nobody");
        }
        bank
    }

    fn files(&self) -> String {
        self.installation.files.to_str().expect("UTF-8").to_owned()
    }

    fn key(&self, name: &str) -> PathBuf {
        self.keys.path().join(format!("{name}.pem"))
    }

    /// A file with the public key of that name, which is made when there is none.
    pub(crate) fn public(&self, name: &str) -> String {
        let (key, public) = (self.key(name), self.keys.path().join(format!("{name}.pub")));
        let text = |path: &Path| path.to_str().expect("UTF-8").to_owned();
        if !key.exists() {
            openssl(&["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", &text(&key)]);
        }
        openssl(&["ec", "-in", &text(&key), "-pubout", "-out", &text(&public)]);
        text(&public)
    }

    fn add(&self, name: &str, roles: &[&str]) -> Result<String, String> {
        let public = self.public(name);
        let roles = roles.iter().flat_map(|role| ["--role", role]);
        let words: Vec<&str> =
            ["operators", "add", name, "--key", &public].into_iter().chain(roles).collect();
        self.tries("petrova", &words)
    }

    /// Runs a command as a person with the own key.
    fn runs(&self, name: &str, arguments: &[&str]) -> (bool, String, String) {
        let mut command = self.installation.command(arguments);
        command.current_dir(self.keys.path()).env("CLIENTBANK_OPERATOR", name);
        let done = command.env("CLIENTBANK_OPERATOR_KEY", self.key(name)).output().expect("the program ends");
        (done.status.success(), text(&done.stdout), text(&done.stderr))
    }

    pub(crate) fn tries(&self, name: &str, arguments: &[&str]) -> Result<String, String> {
        let (good, out, err) = self.runs(name, arguments);
        if good { Ok(out) } else { Err(err) }
    }

    /// Runs a command, and returns its result and what it remarks beside it.
    pub(crate) fn told(&self, name: &str, arguments: &[&str]) -> (String, String) {
        let (good, out, err) = self.runs(name, arguments);
        assert!(good, "{name} {arguments:?}: {err}");
        (out, err)
    }

    pub(crate) fn by(&self, name: &str, arguments: &[&str]) -> String {
        self.tries(name, arguments).unwrap_or_else(|error| panic!("{name} {arguments:?}: {error}"))
    }

    pub(crate) fn refuses(&self, name: &str, arguments: &[&str], reason: &str) {
        let refused = self.tries(name, arguments).expect_err("it is refused");
        assert!(refused.contains(reason), "{arguments:?}: {refused}");
    }

    /// Proposes a command and returns the number.
    pub(crate) fn proposed(&self, name: &str, arguments: &[&str]) -> String {
        let words: Vec<&str> = arguments.iter().copied().chain(["--propose", "it is needed"]).collect();
        self.by(name, &words).trim().to_owned()
    }

    pub(crate) fn trail(&self, action: &str) -> Vec<Value> {
        let lines = self.by("petrova", &["audit", "--action", action]);
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    /// Proposes a command, approves and carries it out.
    pub(crate) fn two_do(&self, one: &str, other: &str, arguments: &[&str]) {
        let number = self.proposed(one, arguments);
        self.by(other, &["proposals", "approve", &number]);
        self.by(one, &["proposals", "carry-out", &number]);
    }

    fn edit(&self, file: &str, from: &str, to: &str) {
        let path = self.installation.files.join(file);
        let before = std::fs::read_to_string(&path).expect("the file");
        assert!(before.contains(from), "{file} has no {from}");
        std::fs::write(&path, before.replacen(from, to, 1)).expect("the file");
    }
}

fn two_people_change_what_a_file_brings(bank: &Bank) {
    let files = bank.files();
    bank.edit("companies.csv", "770701001,FLOWERS,FIRST=1,OPEN", "770701001,FLOWERS,FIRST=2,OPEN");
    bank.refuses("petrova", &["import", &files], "needs two people with the role registry");
    bank.by("petrova", &["import", &files, "--dry-run"]);
    let number = bank.proposed("petrova", &["import", &files]);
    let shown = bank.by("sidorov", &["proposals", "show", &number]);
    assert!(
        shown.contains("signature_scheme FIRST=1 → FIRST=2") && shown.contains("companies.csv"),
        "{shown}"
    );
    bank.refuses("petrova", &["proposals", "approve", &number], "somebody else decides");
    bank.refuses("petrova", &["proposals", "carry-out", &number], "the proposal is OPEN");
    bank.by("sidorov", &["proposals", "approve", &number]);
    // What was approved is carried out and nothing else: neither another file nor other changes.
    bank.edit("companies.csv", "FIRST=2,OPEN", "FIRST=3,OPEN");
    bank.refuses("petrova", &["proposals", "carry-out", &number], "is not the file that was approved");
    bank.edit("companies.csv", "FIRST=3,OPEN", "FIRST=2,OPEN");
    assert!(bank.by("petrova", &["proposals", "carry-out", &number]).contains("1 changed"));
    bank.refuses("petrova", &["proposals", "carry-out", &number], "the proposal is CARRIED_OUT");
    let changes = bank.trail("import.changed");
    let company = changes.iter().find(|entry| entry["object"]["id"] == "C00002").expect("the change");
    let system = &company["detail"]["system"];
    assert_eq!((&system["proposed_by"], &system["approved_by"]), (&"petrova".into(), &"sidorov".into()));
    assert_eq!((&system["proved_by"], &system["proposal"].to_string()), (&"key".into(), &number));
}

/// An approved import that would do something else by the time it is carried out is looked at again.
fn what_has_changed_meanwhile_is_looked_at_again(bank: &Bank) {
    let files = bank.files();
    bank.edit("companies.csv", "FIRST=2,OPEN", "FIRST=4,OPEN");
    let [first, second] = [(); 2].map(|()| bank.proposed("sidorov", &["import", &files]));
    bank.by("petrova", &["proposals", "approve", &first]);
    bank.by("petrova", &["proposals", "approve", &second]);
    bank.by("sidorov", &["proposals", "carry-out", &first]);
    bank.refuses("sidorov", &["proposals", "carry-out", &second], "look again");
    let refused = bank.proposed("sidorov", &["import", &files]);
    bank.by("petrova", &["proposals", "refuse", &refused]);
    bank.refuses("sidorov", &["proposals", "carry-out", &refused], "the proposal is REFUSED");
}

fn people_are_added_by_two_people(bank: &Bank) {
    let public = bank.public("money");
    let words = ["operators", "add", "money", "--role", "money", "--key", &public];
    bank.refuses("petrova", &words, "needs two people with the role security");
    let number = bank.proposed("petrova", &words);
    bank.by("sidorov", &["proposals", "approve", &number]);
    bank.by("sidorov", &["proposals", "carry-out", &number]);
    // A role is needed by each of the two, and the key shows who it is.
    let answer = ["orders", "answer", "tr-1", "--outcome", "refused", "--reason", "no"];
    let wants: Vec<&str> = answer.iter().copied().chain(["--propose", "late"]).collect();
    bank.refuses("petrova", &wants, "needs the role money");
    let number = bank.proposed("money", &answer);
    bank.refuses("petrova", &["proposals", "approve", &number], "needs the role money");
    // A number says nothing to whoever approves: the entry is beside it.
    bank.refuses(
        "money",
        &["journal", "reverse", "1", "--reason", "twice"],
        "needs two people with the role money",
    );
    bank.refuses(
        "money",
        &["breaks", "write-off", ACCOUNT, "--reason", "old"],
        "needs two people with the role money",
    );
    let reversal = bank.proposed("money", &["journal", "reverse", "1", "--reason", "twice"]);
    let shown = bank.by("sidorov", &["proposals", "show", &reversal]);
    assert!(shown.contains("OPENING-EQUITY.") && shown.contains("amount"), "{shown}");
    bank.refuses("nobody", &["proposals", "approve", &number], "nobody.pem");
    std::fs::copy(bank.key("petrova"), bank.key("nobody")).expect("a copy");
    bank.refuses("nobody", &["proposals", "approve", &number], "no open operator nobody");
    std::fs::copy(bank.key("nobody"), bank.key("sidorov2")).expect("a copy");
    std::fs::copy(bank.key("petrova"), bank.keys.path().join("own.pem")).expect("a copy");
    std::fs::copy(bank.key("sidorov"), bank.key("petrova")).expect("a copy");
    bank.refuses(
        "petrova",
        &["proposals", "approve", &number],
        "the key is not that of the operator petrova",
    );
    std::fs::copy(bank.keys.path().join("own.pem"), bank.key("petrova")).expect("a copy");
    // Two people who approve each other stay.
    bank.refuses("sidorov", &["operators", "close", "petrova"], "needs two people");
    bank.refuses("petrova", &["operators", "close", "sidorov", "--propose", "x"], "two open operators");
}

/// The settings are no words of a command, and are approved all the same.
fn settings_are_approved_as_they_are(bank: &Bank) {
    let adopt = ["settings", "adopt", "--reason", "a later closing", "--set", "bank_bic=044525777"];
    bank.refuses("petrova", &adopt, "needs two people");
    // A folder that is called like a command is no part of it.
    let folder = bank.keys.path().join("settings");
    std::fs::create_dir(&folder).expect("a folder");
    std::fs::write(folder.join("other"), "other").expect("a file");
    let number = bank.proposed("petrova", &adopt);
    std::fs::remove_dir_all(&folder).expect("the folder");
    assert!(bank.by("sidorov", &["proposals", "show", &number]).contains("044525777"));
    bank.by("sidorov", &["proposals", "approve", &number]);
    let carry_out = |bic| ["proposals", "carry-out", &number, "--set", bic].map(str::to_owned);
    let other = carry_out("bank_bic=044525778");
    bank.refuses("petrova", &other.each_ref().map(String::as_str), "look again");
    let same = carry_out("bank_bic=044525777");
    bank.by("petrova", &same.each_ref().map(String::as_str));
    assert_eq!(bank.trail("settings.adopted").len(), 1);
}

fn who_acts_alone_is_told_of_until_another_looks(bank: &Bank) {
    bank.refuses("petrova", &["users", "unlock", "ivanova"], "needs two people");
    bank.refuses("petrova", &["users", "lock", "petrov", "--break-glass", "x"], "needs no second person");
    bank.by("petrova", &["users", "lock", "petrov"]);
    // Whoever could give any name would look at the own deed as somebody else.
    let alone = ["users", "unlock", "petrov", "--break-glass", "salaries are due tonight"];
    bank.refuses("stranger", &alone, "stranger.pem");
    std::fs::copy(bank.key("petrova"), bank.key("stranger")).expect("a copy");
    bank.refuses("stranger", &alone, "no open operator stranger");
    let (_, told) = bank.told("petrova", &alone);
    assert!(told.contains("another person looks at it afterwards"), "{told}");
    let entry = &bank.trail("user.unlocked")[0];
    assert_eq!(entry["detail"]["system"]["alone"], true, "{entry}");
    let open = bank.by("sidorov", &["proposals", "list", "--open"]);
    let broken: Value = open
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .find(|one| one["state"] == "BROKEN_GLASS")
        .expect("it is listed");
    let number = broken["proposal"].to_string();
    the_newest_proposal_is_the_first(bank);
    bank.refuses("petrova", &["proposals", "review", &number], "somebody else");
    bank.by("sidorov", &["proposals", "review", &number]);
    assert_eq!(bank.trail("proposal.glass_broken").len(), 1);
    bank.by("petrova", &["proposals", "verify"]);
}

/// Everybody reads all proposals, or those alone about which somebody has to do something.
fn the_newest_proposal_is_the_first(bank: &Bank) {
    let listed = |words: &[&str]| -> Vec<(i64, String)> {
        let lines = bank.by("sidorov", &[&["proposals", "list"], words].concat());
        let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let one = |line: Value| (line["proposal"].as_i64(), line["state"].as_str().map(str::to_owned));
        lines.map(one).map(|(number, state)| (number.expect("a number"), state.expect("a state"))).collect()
    };
    let (every, open) = (listed(&[]), listed(&["--open"]));
    for list in [&every, &open] {
        assert!(list.is_sorted_by(|one, next| one.0 > next.0), "{list:?}");
    }
    let has_ended = |state: &str| matches!(state, "REFUSED" | "CARRIED_OUT" | "REVIEWED");
    assert!(every.len() > open.len() && every.iter().any(|(_, state)| has_ended(state)), "{every:?}");
    assert!(open.len() > 1 && open.iter().all(|(_, state)| !has_ended(state)), "{open:?}");
}

/// A command that is no action goes on at once, and the trail says that nobody else was asked.
fn a_file_is_imported_alone_in_need(bank: &Bank) {
    let files = bank.files();
    bank.edit("companies.csv", "FIRST=4,OPEN", "FIRST=3,OPEN");
    let alone = ["import", &files, "--break-glass", "nobody else is there to sign"];
    bank.refuses("stranger", &alone, "no open operator stranger");
    let (_, told) = bank.told("petrova", &alone);
    assert!(told.contains("another person looks at it afterwards"), "{told}");
    let changes = bank.trail("import.changed");
    let is_it = |entry: &&Value| entry["detail"]["after"]["signature_scheme"] == "FIRST=3";
    let system = &changes.iter().find(is_it).expect("the change")["detail"]["system"];
    assert_eq!((&system["alone"], &system["proved_by"]), (&true.into(), &"key".into()), "{system}");
    let number = system["proposal"].to_string();
    bank.refuses("petrova", &["proposals", "review", &number], "somebody else");
    bank.by("sidorov", &["proposals", "review", &number]);
}

fn a_system_is_added_by_two_people_and_closed_by_one(bank: &Bank) {
    let public = bank.public("letters");
    let add = ["systems", "add", "letters", "--role", "letters", "--key", &public];
    bank.refuses("petrova", &add, "needs two people with the role security");
    bank.two_do("petrova", "sidorov", &add);
    assert!(bank.by("petrova", &["systems", "list"]).contains("letters"));
    // What signs its orders is printed once.
    let pushed = [&add[..], &["--push", "https://letters.bank.internal/orders"]].concat();
    let number = bank.proposed("petrova", &pushed);
    bank.by("sidorov", &["proposals", "approve", &number]);
    let shown = bank.by("petrova", &["proposals", "carry-out", &number]);
    assert!(shown.contains("whsec_"), "{shown}");
    bank.by("petrova", &["systems", "close", "letters"]);
    bank.refuses("petrova", &["systems", "close", "letters"], "there is no open system letters");
    bank.refuses("petrova", &["systems", "close", "of-1.the_bank"], "there is no open system of-1.the_bank");
    bank.refuses("petrova", &["systems", "close", "of the bank"], "must have 1 to 64 letters, digits, dots");
    for action in ["bank_system.added", "bank_system.closed"] {
        let entries = bank.trail(action);
        assert!(entries.iter().any(|entry| entry["object"]["id"] == "letters"), "{action}: {entries:?}");
    }
}

fn bnk_09_two_people(installation: Installation) {
    let bank = Bank::of(installation);
    two_people_change_what_a_file_brings(&bank);
    what_has_changed_meanwhile_is_looked_at_again(&bank);
    settings_are_approved_as_they_are(&bank);
    people_are_added_by_two_people(&bank);
    who_acts_alone_is_told_of_until_another_looks(&bank);
    a_file_is_imported_alone_in_need(&bank);
    a_system_is_added_by_two_people_and_closed_by_one(&bank);
}

crate::commands::on_both_databases! {
    fn bnk_09_two_people_change_rights_money_and_keys(bank: "four_eyes") { bnk_09_two_people(bank); }
}

#[test]
fn bnk_09_a_bank_without_two_people_goes_on_as_before() {
    let installation = Installation::sqlite();
    let files = installation.files.to_str().expect("UTF-8").to_owned();
    installation.says(&["import", &files]);
    installation.says(&["users", "lock", "petrov"]);
    installation.says(&["users", "unlock", "petrov"]);
    let refused = installation.refuses(&["users", "unlock", "petrov", "--propose", "x"]);
    assert!(refused.contains("nobody is there to approve"), "{refused}");
}

#[test]
fn bnk_09_help_tells_of_a_second_person_where_one_may_be_needed() {
    let commands: [(&[&str], bool); 7] = [
        (&["users", "lock"], true),
        (&["keys", "rotate"], true),
        (&["proposals", "approve"], true),
        (&[], true),
        (&["accounts", "list"], false),
        (&["openapi"], false),
        (&["serve"], false),
    ];
    for (command, is_told) in commands {
        let help = said(&[command, &["--help"]].concat());
        assert_eq!(help.contains("--break-glass"), is_told, "{command:?}: {help}");
        assert_eq!(help.contains("Four eyes:"), is_told, "{command:?}: {help}");
    }
}
