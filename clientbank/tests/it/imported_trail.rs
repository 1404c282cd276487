//! Entries of the trail about the bank's files, through the program (OPS-02, BNK-09).

use serde_json::{Value, json};

use crate::commands::Installation;

/// Puts a text in place of another into one of the bank's files.
fn edit(installation: &Installation, file: &str, from: &str, to: &str) {
    let path = installation.files.join(file);
    let text = std::fs::read_to_string(&path).expect("the file");
    assert!(text.contains(from), "{file} has no {from}: {text}");
    std::fs::write(&path, text.replacen(from, to, 1)).expect("the file");
}

fn found(installation: &Installation, filter: &[&str]) -> Vec<Value> {
    let lines = installation.says(&[&["audit"], filter].concat());
    lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The newest change of a thing: its fields before and after.
fn change(installation: &Installation, object: &str, id: &str) -> Value {
    let filter = ["--action", "import.changed", "--object-kind", object, "--object", id];
    let entries = found(installation, &filter);
    let detail = &entries.first().unwrap_or_else(|| panic!("no change of {object} {id}"))["detail"];
    json!({ "before": detail["before"], "after": detail["after"] })
}

fn changes_are_told(installation: &Installation) {
    let files = installation.files.to_str().expect("UTF-8").to_owned();
    installation.says(&["import", &files]);
    // Neither passwords nor second factors, hashed or sealed.
    let credentials =
        found(installation, &["--action", "import.created", "--object-kind", "user", "--limit", "1000"]);
    let of_file = credentials.iter().filter(|entry| entry["detail"]["file"] == "credentials.csv");
    let of_file: Vec<&Value> = of_file.collect();
    assert!(
        !of_file.is_empty() && of_file.iter().all(|entry| entry["detail"]["after"]["password_hash"] == "set")
    );
    assert!(!credentials.iter().any(|entry| entry.to_string().contains("$argon2")), "{credentials:?}");
    let employees =
        std::fs::read_to_string(installation.files.join("employees_accounts.csv")).expect("the file");
    let (number, name) = employees
        .lines()
        .nth(7_000)
        .and_then(|line| Some((line.split(',').next()?, line.split(',').nth(3)?)))
        .expect("an employee");
    let accounts = found(installation, &["--object-kind", "account", "--object", number]);
    assert_eq!(accounts.len(), 1, "one of ten thousand employees: {accounts:?}");
    assert_eq!(accounts[0]["detail"]["rows"].as_array().map(Vec::len), Some(1));
    assert!(!accounts[0].to_string().contains(name), "no personal data");

    edit(installation, "companies.csv", "770701001,FLOWERS,FIRST=1,OPEN", "770701001,FLOWERS,FIRST=2,OPEN");
    edit(installation, "users.csv", "ivanova@romashka.example", "other@romashka.example");
    edit(installation, "user_rights.csv", " SIGN_FIRST", "");

    let dry = installation.says(&["import", &files, "--dry-run"]);
    assert!(dry.contains("email changed") && !dry.contains("other@romashka"), "{dry}");
    assert!(dry.contains("companies.csv:3: company C00002: signature_scheme FIRST=1 → FIRST=2"), "{dry}");
    installation.says(&["import", &files]);
    let company = change(installation, "company", "C00002");
    let [before, after] = ["FIRST=1", "FIRST=2"].map(|scheme| json!({ "signature_scheme": scheme }));
    assert_eq!(company, json!({ "before": before, "after": after }));
    let rights = found(installation, &["--action", "import.changed", "--object-kind", "user"]);
    let right = rights.iter().find(|entry| entry["detail"]["file"] == "user_rights.csv").expect("a right");
    let words = |side: &str| right["detail"][side]["rights"].as_str().expect("rights").to_owned();
    assert!(words("before").contains("SIGN_FIRST") && !words("after").contains("SIGN_FIRST"), "{right}");
    assert!(
        right["object"]["id"].as_str().is_some_and(|id| id.starts_with('U')),
        "by the user's identifier: {right}"
    );
    let company = right["company"].as_str().expect("a company");
    let of_company = found(installation, &["--company", company, "--action", "import.changed"]);
    assert!(of_company.iter().any(|entry| entry["id"] == right["id"]), "{of_company:?}");
    let user = rights.iter().find(|entry| entry["detail"]["file"] == "users.csv").expect("a user");
    let told = json!({ "before": { "email": "set" }, "after": { "email": "changed" } });
    assert_eq!(json!({ "before": user["detail"]["before"], "after": user["detail"]["after"] }), told);
    assert_eq!(user["actor"]["id"], "petrova");
    let before = found(installation, &["--action", "import.changed"]).len();
    installation.says(&["import", &files]);
    assert_eq!(found(installation, &["--action", "import.changed"]).len(), before, "nothing changes again");
}

/// Rows that give nothing away and rows that everything depends on.
fn addresses_limits_and_rates_are_told(installation: &Installation) {
    let folder = installation.files.with_file_name("changes");
    std::fs::create_dir_all(&folder).expect("a folder");
    let files = folder.to_str().expect("UTF-8").to_owned();
    let import = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).expect("the file");
        installation.says(&["import", &files]);
        std::fs::remove_file(folder.join(name)).expect("the file");
    };
    let client = |uri: &str| {
        let secret = "s".repeat(40);
        format!("client_id,name,secret,redirect_uris\nerp-9,ERP,{secret},{uri}\n")
    };
    import("oauth_clients.csv", &client("https://erp.example/cb"));
    import("oauth_clients.csv", &client("https://evil.example/cb"));
    let told = change(installation, "oauth_client", "erp-9");
    assert_eq!(told["before"], json!({ "redirect_uris": "https://erp.example/cb" }));
    assert_eq!(told["after"], json!({ "redirect_uris": "https://evil.example/cb" }));
    let created = found(installation, &["--action", "import.created", "--object", "erp-9"]);
    assert_eq!(created[0]["detail"]["after"]["secret"], "set");
    let rate = |rate: &str| format!("currency,rate_date,units,rate\nUSD,2026-01-12,1,{rate}\n");
    import("day_rates.csv", &rate("80.5"));
    import("day_rates.csv", &rate("0.01"));
    let told = change(installation, "day_rate", "USD/2026-01-12");
    assert_eq!(
        (&told["before"]["rate_micro"], &told["after"]["rate_micro"]),
        (&json!("80500000"), &json!("10000"))
    );
    let account = "40702810800000000021";
    let limit = |amount: &str| {
        let row = format!("L-9,{account},OVERDRAFT,{amount},2026-01-12T00:00:00Z\n");
        format!("limit_id,account,kind,amount,granted_at\n{row}")
    };
    import("credit_limits.csv", &limit("10.00"));
    import("credit_limits.csv", &limit("89000000000000.00"));
    let told = change(installation, "credit_limit", "L-9");
    assert_eq!(told["after"], json!({ "amount_minor": "8900000000000000" }));
    import("credit_limits.csv", &limit("89000000000000.00").replace("2026-01-12", "2026-01-13"));
    let told = change(installation, "credit_limit", "L-9");
    assert_eq!(told["after"], json!({ "granted_at_us": "1768262400000000" }));
}

fn all(installation: &Installation) {
    changes_are_told(installation);
    addresses_limits_and_rates_are_told(installation);
}

crate::commands::on_both_databases! {
    fn bnk_09_each_row_that_a_file_changes_is_in_the_trail_on(bank: "imported_trail") { all(&bank); }
}
