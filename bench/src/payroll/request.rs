//! A statement of 10,000 salaries.

use kernel::{AccountNumber, Bic};

use super::TRANSFERS;
use crate::outcome::Outcome;
use crate::prove::client::Signers;

/// The bank's own BIC and the company's debit account in the demo's data.
const OWN_BIC: &str = "044525999";
const PAYER: &str = "40702810600000000001";
/// The first employee, and the one whose account is closed.
const SERIAL_FIRST: usize = 101;
const SERIAL_CLOSED: usize = 107;
/// Each salary, in hundredths.
const SALARY: &str = "100.01";
const SALARY_MINOR: usize = 10_001;

pub(super) fn body(external_id: &str, signers: &Signers) -> Outcome<String> {
    let (transfers, minor) = (transfers()?.join(","), TRANSFERS * SALARY_MINOR);
    signers.body(&format!(
        r#"{{"externalId":"{external_id}","account":"{PAYER}","transfersCount":{TRANSFERS},"totalAmount":{}.{:02},"enrollmentCode":"01","incomeCode":1,"transfers":[{transfers}]}}"#,
        minor / 100,
        minor % 100,
    ))
}

fn transfers() -> Outcome<Vec<String>> {
    let bic: Bic = OWN_BIC.parse()?;
    let transfer = |index: usize| {
        let (serial, order_number) = (SERIAL_FIRST + index, index + 1);
        let serial = if serial == SERIAL_CLOSED { SERIAL_CLOSED + 1 } else { serial };
        let number: AccountNumber = format!("4081781000000{serial:07}").parse()?;
        let account = number.with_control_key(&bic);
        Ok(format!(
            r#"{{"lastName":"Сотрудников-{index}","firstName":"Иван","middleName":"Иванович","orderNumber":{order_number},"amount":{SALARY},"account":"{account}","currency":"RUR","personnelNumber":"{order_number}"}}"#,
        ))
    };
    (0..TRANSFERS).map(transfer).collect()
}
