//! Rule 3 where signatures are checked, over rows that the keys of the tables would refuse.

use cms::{Authority, Subject};
use kernel::SeededRandomness;

use super::*;

const NOW: Instant = Instant::from_unix_seconds(1_795_165_200);

fn row(certificate: &cms::Certificate, user: &str, signature_type: SignatureType) -> RegisteredCertificate {
    RegisteredCertificate {
        id: CertificateId::from(certificate),
        cnum: "C00001".parse().unwrap(),
        user_id: user.parse().unwrap(),
        signature_type,
        status: CertificateStatus::Active,
        certificate: certificate.clone(),
        registered_at: NOW,
        user_status: UserStatus::Active,
        has_right: true,
    }
}

fn certificate(name: &str) -> cms::Certificate {
    let subject = Subject {
        common_name: name.to_owned(),
        organisation: "Bank".to_owned(),
        not_before: NOW,
        not_after: NOW.plus_seconds(60),
    };
    // The seed decides the key, so different names have the same key here.
    Authority::new(&subject, &SeededRandomness::new(3)).unwrap().certificate().clone()
}

#[test]
fn pay_12_rule_3_is_checked_again_where_signatures_are() {
    let (first, renewed) = (certificate("one"), certificate("renewed"));
    assert_ne!(first, renewed);
    assert_eq!(first.key_fingerprint(), renewed.key_fingerprint());
    let id = CertificateId::from(&first);
    let own = row(&first, "U1", SignatureType::First);
    let only = |rows: &[RegisteredCertificate]| {
        RegisteredCertificate::only(&id, rows).map(|one| one.user_id.to_string())
    };

    assert_eq!(only(&[]), Err(Reason::CertificateNotRegistered));
    assert_eq!(only(std::slice::from_ref(&own)), Ok("U1".to_owned()));
    assert_eq!(only(&[own.clone(), row(&renewed, "U1", SignatureType::First)]), Ok("U1".to_owned()));
    for other in [&first, &renewed] {
        let of_another = [own.clone(), row(other, "U2", SignatureType::First)];
        assert_eq!(only(&of_another), Err(Reason::CertificateOfSeveralPeople));
        let of_both_types = [own.clone(), row(other, "U1", SignatureType::Second)];
        assert_eq!(only(&of_both_types), Err(Reason::CertificateOfSeveralTypes));
    }
}
