//! IDN-10: nothing is sealed with a master key that is not the database's.

use crate::commands::Installation;
use crate::program::said;

fn new_key() -> String {
    format!("master_key={}", said(&["keys", "master-key"]).trim())
}

/// The setting of the same key as the one that only opens.
fn as_other(key: &str) -> String {
    key.replacen("master_key", "master_key_other", 1)
}

fn seals_nothing(mut installation: Installation, sealed: &[&[&str]]) {
    let files = installation.files.to_str().expect("UTF-8").to_owned();
    installation.says(&["import", &files]);
    for command in sealed {
        installation.says(command);
    }
    let own = std::mem::replace(&mut installation.settings[1], new_key());
    let push = ["--key", "hub.pem", "--push", "https://hub.bank.internal/orders"];
    let commands: [&[&str]; 5] = [
        &["keys", "rotate", "--compromised"],
        &["users", "totp", "ivanova"],
        &["import", &files],
        &["import", &files, "--dry-run"],
        &[&["systems", "add", "hub", "--role", "letters"][..], &push].concat(),
    ];
    let keys = installation.says(&["keys", "list"]);
    for command in commands {
        let words = installation.refuses(command);
        let is_told = words.contains("is not that of this database") && words.contains("keys reseal");
        assert!(is_told, "{command:?}: {words}");
    }
    assert_eq!(installation.says(&["keys", "list"]), keys);
    // A password needs no key.
    installation.says(&["users", "password", "ivanova"]);
    // With the database's own beside it, the key is one that takes its place.
    installation.settings.push(as_other(&own));
    installation.says(&["keys", "rotate", "--compromised"]);
    installation.says(&["users", "totp", "ivanova"]);
}

crate::commands::on_both_databases! {
    fn idn_10_a_foreign_master_key_seals_nothing_on(bank: "foreign_key") {
        seals_nothing(bank, &[&["keys", "rotate", "--compromised"]]);
    }
}

#[test]
fn idn_10_a_second_factor_alone_tells_a_foreign_master_key() {
    seals_nothing(Installation::sqlite(), &[&["users", "totp", "ivanova"]]);
}

fn knows_the_old_key(mut installation: Installation) {
    installation.import();
    installation.says(&["keys", "rotate", "--compromised"]);
    let (old, new) = (installation.settings[1].clone(), new_key());
    let refused = |installation: &Installation| {
        let words = installation.refuses(&["keys", "reseal"]);
        assert!(words.contains("the present master key is the old one"), "{words}");
    };
    // The settings of the second step: every process opens with the new key, and none seals with it.
    installation.settings.push(as_other(&new));
    refused(&installation);
    // The third, and what comes after a theft.
    installation.settings[1].clone_from(&new);
    *installation.settings.last_mut().expect("a setting") = as_other(&old);
    installation.says(&["keys", "rotate", "--compromised"]);
    let told = installation.says(&["keys", "reseal"]);
    assert!(told.contains("nothing is sealed by another master key"), "{told}");
    installation.says(&["keys", "reseal"]);
    // Exchanged afterwards: everything would be sealed with the old key again.
    installation.settings[1].clone_from(&old);
    *installation.settings.last_mut().expect("a setting") = as_other(&new);
    refused(&installation);
    // The next replacement begins with the key that ended the last one.
    let third = new_key();
    installation.settings[1].clone_from(&new);
    *installation.settings.last_mut().expect("a setting") = as_other(&third);
    refused(&installation);
    installation.settings[1] = third;
    *installation.settings.last_mut().expect("a setting") = as_other(&new);
    let told = installation.says(&["keys", "reseal"]);
    assert!(told.starts_with("4 secrets were sealed anew"), "{told}");
    let detail = &installation.trail("master_key.resealed")[0]["detail"];
    assert!(detail["from"].is_string() && detail["to"].is_string(), "{detail}");
}

crate::commands::on_both_databases! {
    fn lif_09_the_old_master_key_takes_nobodys_place_on(bank: "old_key") { knows_the_old_key(bank); }
}
