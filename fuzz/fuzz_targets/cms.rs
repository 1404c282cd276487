//! Reads any bytes as a signature, a certificate or a revocation list: no panic, no endless work, and the same
//! reading for the same thing once it is DER.
#![no_main]

mod processor_time;

use cms::{Certificate, Chain, RevocationList, SignedData, normalise};
use libfuzzer_sys::fuzz_target;
use processor_time::processor_time_ns;

/// Far more processor time than the longest input takes, also with the fuzzer's instrumentation, in nanoseconds.
const TIME_NS_MAX: u64 = 2_000_000_000;

fuzz_target!(|bytes: &[u8]| {
    let start = processor_time_ns();
    if let Ok(der) = normalise(bytes) {
        assert_eq!(normalise(&der).as_deref(), Ok(der.as_slice()));
    }
    if let Ok(data) = SignedData::read(bytes) {
        assert!(!data.signers().is_empty());
        for signer in data.signers() {
            for certificate in data.certificates() {
                let _ = signer.verify(&[0; 32], certificate);
            }
        }
    }
    if let Ok(certificate) = Certificate::read(bytes) {
        assert_eq!(Certificate::from_pem(&certificate.to_pem()).as_ref(), Ok(&certificate));
        let itself = std::slice::from_ref(&certificate);
        let _ = Chain::build(&certificate, itself, itself, Some(certificate.not_before()));
    }
    if let Ok(list) = RevocationList::read(bytes) {
        let _ = list.revoked().len();
    }
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(form) = canonical::bytes(text)
    {
        let again = String::from_utf8(form.clone()).expect("the form is UTF-8");
        assert_eq!(canonical::bytes(&again), Ok(form));
    }
    assert!(processor_time_ns() - start < TIME_NS_MAX, "it takes too long");
});
