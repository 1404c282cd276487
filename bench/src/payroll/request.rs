//! A statement of 10,000 salaries.

use std::error::Error;
use std::fmt::Write as _;

use cms::Signer;
use kernel::{AccountNumber, Bic};
use sdk::StatementRequest;

use super::TRANSFERS;

/// The bank's own BIC and the company's debit account in the demo's data.
const OWN_BIC: &str = "044525999";
const PAYER: &str = "40702810600000000001";
/// The first employee, and the one whose account is closed.
const SERIAL_FIRST: usize = 101;
const SERIAL_CLOSED: usize = 107;
/// Each salary, in hundredths.
const SALARY: &str = "100.01";
const SALARY_MINOR: usize = 10_001;

/// One transfer, as its columns.
pub(crate) struct Row {
    pub(crate) order_number: i64,
    pub(crate) last_name: String,
    pub(crate) account: String,
}

pub(super) fn rows() -> Result<Vec<Row>, Box<dyn Error>> {
    let bic: Bic = OWN_BIC.parse()?;
    let row = |index: usize| {
        let serial = SERIAL_FIRST + index;
        let serial = if serial == SERIAL_CLOSED { SERIAL_CLOSED + 1 } else { serial };
        let number: AccountNumber = format!("4081781000000{serial:07}").parse()?;
        Ok(Row {
            order_number: i64::try_from(index + 1)?,
            last_name: format!("Сотрудников-{index}"),
            account: number.with_control_key(&bic).to_string(),
        })
    };
    (0..TRANSFERS).map(row).collect()
}

/// The body of the request, signed when there are signers.
pub(crate) fn body(external_id: &str, signers: &[Signer]) -> Result<String, Box<dyn Error>> {
    body_of(external_id, &rows()?, signers)
}

/// The body of a request with one transfer.
pub(crate) fn small(external_id: &str, signers: &[Signer]) -> Result<String, Box<dyn Error>> {
    body_of(external_id, &rows()?[..1], signers)
}

/// The body of a request with these transfers.
fn body_of(external_id: &str, rows: &[Row], signers: &[Signer]) -> Result<String, Box<dyn Error>> {
    let (count, minor) = (rows.len(), rows.len() * SALARY_MINOR);
    let mut payload = format!(
        r#"{{"externalId":"{external_id}","account":"{PAYER}","transfersCount":{count},"totalAmount":{}.{:02},"enrollmentCode":"01","incomeCode":1,"transfers":["#,
        minor / 100,
        minor % 100,
    );
    for row in rows {
        let comma = if row.order_number == 1 { "" } else { "," };
        write!(
            payload,
            r#"{comma}{{"lastName":"{}","firstName":"Иван","middleName":"Иванович","orderNumber":{},"amount":{SALARY},"account":"{}","currency":"RUR","personnelNumber":"{}"}}"#,
            row.last_name, row.order_number, row.account, row.order_number
        )?;
    }
    payload.push_str("]}");
    let mut request = StatementRequest::new(&payload)?;
    for signer in signers {
        request.sign(signer)?;
    }
    Ok(request.body())
}
