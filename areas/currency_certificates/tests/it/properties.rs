//! Certificates with any faults: the reasons are those faults and no others (CTC-03).

use std::sync::LazyLock;

use currency_certificates::checks::certificate::{REASONS_MAX, Surroundings, findings};
use currency_certificates::checks::value::Standing;
use currency_certificates::reason::ReasonCode;
use iso20022::{Limits, Notification, Reader};
use jiff::civil::date;
use proptest::prelude::{Strategy, any, prop_assert_eq, proptest};
use proptest::sample::subsequence;

use crate::bank::BIC;
use crate::documents::{Certified, Message};

static READER: LazyLock<Reader> = LazyLock::new(|| Reader::new(Limits::default()).unwrap());

/// Spoils a right certificate.
type Damage = fn(Certified) -> Certified;

/// The faults of a certificate in the order of the checks, each with the reason it gives.
const FAULTS: [(ReasonCode, Damage); 8] = [
    (ReasonCode::AccountKey, |one| Certified {
        account: one.account.replace("40702810600000000001", "40702810500000000001"),
        ..one
    }),
    (ReasonCode::CurrencyCode, |one| Certified { account: one.account.replace("RUB", "QQQ"), ..one }),
    (ReasonCode::OriginalNotFound, |one| Certified {
        amendment: Certified::correcting("T", "X").amendment,
        ..one
    }),
    (ReasonCode::FutureDate, |one| Certified { issued_on: "2026-11-21".to_owned(), ..one }),
    (ReasonCode::FutureDate, |one| Certified { referred_on: "2027-01-01+03:00".to_owned(), ..one }),
    (ReasonCode::FutureDate, |one| Certified { happened_on: "9999-12-31".to_owned(), ..one }),
    (ReasonCode::CurrencyCode, |one| Certified { currency: "RUR".to_owned(), ..one }),
    (ReasonCode::AmountNotPositive, |one| Certified { amount: "0.000".to_owned(), ..one }),
];

fn faults() -> impl Strategy<Value = Vec<usize>> {
    subsequence((0..FAULTS.len()).collect::<Vec<_>>(), 0..=FAULTS.len())
}

proptest! {
    #[test]
    fn ctc_03_the_reasons_are_the_faults(chosen in faults(), version in 1_u8..=4, accepted in any::<bool>()) {
        let certificate = chosen.iter().fold(Certified::new("T"), |one, fault| FAULTS[*fault].1(one));
        let message = Message { version, ..Message::with("M", vec![certificate]) };
        let document = READER.read(message.xml().as_bytes(), None).unwrap();
        let notification = Notification::read(&document).unwrap();
        let bank = BIC.parse().unwrap();
        let surroundings = Surroundings { bank: &bank, registered_on: date(2026, 11, 20) };
        let standing = if accepted { Standing::Accepted } else { Standing::Absent };
        let found = findings(&notification.items[0].certificates[0], surroundings, standing);
        let found: Vec<ReasonCode> = found.iter().map(|finding| finding.code).collect();
        let expected = chosen.iter().map(|fault| FAULTS[*fault].0);
        let expected = expected.filter(|code| !(accepted && *code == ReasonCode::OriginalNotFound));
        prop_assert_eq!(found, expected.take(REASONS_MAX).collect::<Vec<_>>());
    }
}

#[test]
fn ctc_03_a_certificate_gets_at_most_so_many_reasons() {
    let mut message = Message::new("M").xml();
    let (start, end) = (message.find("<CertRcrd>").unwrap(), message.find("</TxCert>").unwrap());
    let record = message[start..end].replace("100.50", "0").repeat(100);
    message.replace_range(start..end, &record);
    let document = READER.read(message.as_bytes(), None).unwrap();
    let notification = Notification::read(&document).unwrap();
    let bank = BIC.parse().unwrap();
    let surroundings = Surroundings { bank: &bank, registered_on: date(2026, 11, 20) };
    let certificate = &notification.items[0].certificates[0];
    assert_eq!(certificate.records.len(), 100);
    assert_eq!(findings(certificate, surroundings, Standing::Absent).len(), REASONS_MAX);
}
