//! The text that the demo prints at its start: addresses, people who can log in, and three commands to copy.

use serde::Serialize;

use crate::application::Addresses;
use crate::terminal::Paint;

#[derive(Clone, Debug)]
pub struct Banner {
    /// The command that was started: `demo` or `sandbox`.
    pub command: &'static str,
    pub addresses: Addresses,
    /// The address of metrics and health.
    pub administration: String,
    pub data: String,
    /// The word by which a shell calls this program.
    pub program: String,
}

/// The line for scripts, in the order of its description.
#[derive(Serialize)]
struct Line<'a> {
    api: &'a str,
    identity: &'a str,
    online_bank: String,
    administration: &'a str,
    data: &'a str,
}

/// Logins with their passwords and rights.
const LOGINS: [(&str, &str, &str); 5] = [
    ("ivanova", "demo-ivanova", "acts for Romashka and Vasilek, signs first"),
    ("petrov", "demo-petrov", "acts for Romashka, signs second, administrator"),
    ("sidorov", "demo-sidorov", "acts for Kolos, signs first, administrator"),
    ("auditor", "demo-auditor", "reads the accounts of Romashka"),
    ("kuznetsova", "demo-kuznetsova", "acts for Landysh, administrator"),
];

/// The account of the second command.
const ACCOUNT: &str = "40702810600000000001";

impl Banner {
    /// One line of JSON for scripts.
    pub fn json(&self) -> String {
        let line = Line {
            api: &self.addresses.api,
            identity: &self.addresses.identity,
            online_bank: self.online_bank(),
            administration: &self.administration,
            data: &self.data,
        };
        serde_json::to_string(&line).unwrap_or_default()
    }

    /// The address of the pages, by a name, so that browsers have passkeys there.
    fn online_bank(&self) -> String {
        format!("{}{}", pages::named_address(&self.addresses.identity), pages::ONLINE_BANK_PATH)
    }

    /// Several lines for a person.
    pub fn text(&self, paint: Paint) -> String {
        let title = format!("  clientbank {} is running", self.command);
        let mut lines = vec![String::new(), paint.strong(&title), String::new()];
        let online_bank = self.online_bank();
        let places = [
            ("Online bank", &online_bank, "the pages: log in with a login below"),
            ("API", &self.addresses.api, "read and try it at /docs"),
            ("Identity", &self.addresses.identity, "OpenID Connect with PKCE"),
            ("Administration", &self.administration, "/metrics, /health/live, /health/ready"),
        ];
        let bank = ("Bank API", &self.addresses.bank, "for the bank's systems, which play beside it");
        for (name, address, remark) in places.into_iter().chain(Some(bank).filter(|bank| !bank.1.is_empty()))
        {
            let address = format!("{address:<31}");
            lines.push(format!("  {name:<15} {} {}", paint.bright(&address), paint.faint(remark)));
        }
        lines.push(format!("  {:<15} {}", "Data", self.data));
        lines.push(format!("  {:<15} {}/demo-keys", "Signing keys", self.data));
        lines.extend([String::new(), paint.strong("  Logins"), String::new()]);
        for (login, password, remark) in LOGINS {
            let (login, password) = (format!("{login:<10}"), format!("{password:<15}"));
            lines.push(format!(
                "  {} {} {}",
                paint.value(&login),
                paint.value(&password),
                paint.faint(remark)
            ));
        }
        lines.extend([String::new(), paint.strong("  Try it, in another terminal"), String::new()]);
        for (remark, command) in self.commands() {
            lines.push(format!("  {}", paint.faint(&format!("# {remark}"))));
            lines.push(format!("  {}", paint.bright(&command)));
            lines.push(String::new());
        }
        lines.push(paint.faint("  Ctrl-C ends it; the data stays. --fresh starts anew."));
        lines.join("\n")
    }

    pub fn commands(&self) -> [(&'static str, String); 3] {
        let Addresses { api, identity, .. } = &self.addresses;
        let headers = "-H \"Authorization: Bearer $ACCESS_TOKEN\" -H \"Id-Token: $ID_TOKEN\"";
        let program = &self.program;
        let login = format!("eval \"$({program} login --identity {identity} --api {api} --export)\"");
        let one = format!("curl {headers} \"{api}/v1/accounts/{ACCOUNT}?fields=Number,Balance,Currency\"");
        let all = format!("curl {headers} \"{api}/v1/accounts?fields=Number&fields=Name&fields=Balance\"");
        [
            ("log in in the browser and keep the tokens", login),
            ("read one account", one),
            ("list the accounts", all),
        ]
    }
}
