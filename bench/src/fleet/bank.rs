//! The bank of the measurement: companies' accounts with money, employees, and statements that wait for their day.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use kernel::{AccountNumber, Bic};

use super::FleetArguments;
use crate::prove::client::Signers;

/// The bank's own BIC in the demo's data, and that of the bank which its rail reaches.
const OWN_BIC: &str = "044525999";
const OTHER_BIC: &str = "044525998";
/// Statements after which payers and employees come again: more than are executed at once.
const GROUPS_MAX: usize = 64;
/// The first serial numbers, beyond those of the demo.
const PAYER_FIRST: usize = 900_000;
const EMPLOYEE_FIRST: usize = 1_000_000;
/// Each salary, in hundredths and as it is written.
const SALARY_MINOR: usize = 10_001;
const SALARY: &str = "100.01";

/// Accounts of one statement's payer and employees differ from those of the statements beside it.
pub(super) struct Bank {
    transfers: usize,
    other_banks_one_of: usize,
    groups: usize,
    own: Bic,
    other: Bic,
}

impl Bank {
    /// Prepares the numbers.
    ///
    /// # Errors
    /// A BIC is none.
    pub(super) fn new(arguments: &FleetArguments) -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            transfers: arguments.transfers,
            other_banks_one_of: arguments.other_banks_one_of,
            groups: arguments.statements.min(GROUPS_MAX),
            own: OWN_BIC.parse()?,
            other: OTHER_BIC.parse()?,
        })
    }

    /// Imports payers with money and employees, as a bank would.
    ///
    /// # Errors
    /// The import fails.
    pub(super) fn import(&self, program: &Path, data: &Path, database: &str) -> Result<(), Box<dyn Error>> {
        let folder = data.join("import-fleet");
        std::fs::create_dir_all(&folder)?;
        let mut accounts =
            String::from("number,document_id,type,status,mode,name,international_name,cnum,branch_id\n");
        let mut openings = String::from("account,amount,posted_at,value_date\n");
        for group in 0..self.groups {
            let number = self.payer(group)?;
            writeln!(accounts, "{number},FLEET-{group},1,1,3,Wages,Wages,C00001,001")?;
            writeln!(openings, "{number},50000000000.00,2024-01-09T10:00:00+03:00,2024-01-09")?;
        }
        let mut employees =
            String::from("number,status,branch_id,last_name,first_name,middle_name,salary_project_cnum\n");
        for index in 0..self.groups * self.transfers {
            let number = employee(index, &self.own)?;
            writeln!(employees, "{number},1,001,Иванов,Иван,Иванович,C00001")?;
        }
        std::fs::write(folder.join("accounts.csv"), accounts)?;
        std::fs::write(folder.join("ledger_openings.csv"), openings)?;
        std::fs::write(folder.join("employees_accounts.csv"), employees)?;
        let imported = Command::new(program)
            .arg("import")
            .arg(&folder)
            .env("CLIENTBANK_DATABASE", database)
            .env("CLIENTBANK_MASTER_KEY_FILE", data.join("master.key"))
            .stdin(Stdio::null())
            .output()?;
        if imported.status.success() {
            return Ok(());
        }
        Err(format!("the import failed: {}", String::from_utf8_lossy(&imported.stderr)).into())
    }

    /// The signed request of the statement `index`, to be executed on `date`.
    ///
    /// # Errors
    /// It cannot be signed.
    pub(super) fn body(&self, index: usize, date: &str, signers: &Signers) -> Result<String, Box<dyn Error>> {
        let (group, count) = (index % self.groups, self.transfers);
        let total = count * SALARY_MINOR;
        let mut payload = format!(
            r#"{{"externalId":"fleet-{index}","date":"{date}","account":"{}","transfersCount":{count},"totalAmount":{}.{:02},"enrollmentCode":"01","incomeCode":1,"transfers":["#,
            self.payer(group)?,
            total / 100,
            total % 100
        );
        for line in 0..count {
            let is_away = self.other_banks_one_of > 0 && line % self.other_banks_one_of == 0;
            let (bic, key) = if is_away {
                (format!(r#","bic":"{OTHER_BIC}""#), &self.other)
            } else {
                (String::new(), &self.own)
            };
            let comma = if line == 0 { "" } else { "," };
            write!(
                payload,
                r#"{comma}{{"lastName":"Иванов","firstName":"Иван","orderNumber":{},"amount":{SALARY},"account":"{}","currency":"RUR"{bic}}}"#,
                line + 1,
                employee(group * self.transfers + line, key)?
            )?;
        }
        payload.push_str("]}");
        signers.body(&payload)
    }

    fn payer(&self, group: usize) -> Result<AccountNumber, Box<dyn Error>> {
        numbered("4070281", PAYER_FIRST + group, &self.own)
    }
}

fn employee(index: usize, bic: &Bic) -> Result<AccountNumber, Box<dyn Error>> {
    numbered("4081781", EMPLOYEE_FIRST + index, bic)
}

fn numbered(range: &str, serial: usize, bic: &Bic) -> Result<AccountNumber, Box<dyn Error>> {
    let number: AccountNumber = format!("{range}000000{serial:07}").parse()?;
    Ok(number.with_control_key(bic))
}
