//! Answers of a software authenticator, whole and broken.

#![cfg(test)]

mod assertion;
mod bombs;
mod registration;

use kernel::SystemRandomness;
use testkit::authenticator::{Algorithm, Authenticator, Created};
use webauthn::{Challenge, Registered, Registration, RelyingParty, WebauthnError};

const ORIGIN: &str = "https://bank.example";
const HANDLE: &[u8] = b"a handle of 32 bytes for a user.";
const ALGORITHMS: [Algorithm; 3] = [Algorithm::Es256, Algorithm::EdDsa, Algorithm::Rs256];

fn bank() -> RelyingParty {
    RelyingParty::at(ORIGIN).unwrap()
}

fn challenge() -> Challenge {
    Challenge::mint(&SystemRandomness)
}

fn register(challenge: &Challenge, created: &Created) -> Result<Registered, WebauthnError> {
    let answer =
        Registration { client_data: &created.client_data, attestation_object: &created.attestation_object };
    bank().verify_registration(challenge, &answer)
}

/// A device with a passkey of the bank, and what the bank keeps of it.
fn registered(algorithm: Algorithm) -> (Authenticator, Registered) {
    let (mut device, challenge) = (Authenticator::at(ORIGIN, algorithm), challenge());
    let created = device.create(&challenge.text(), HANDLE);
    let registered = register(&challenge, &created).unwrap();
    (device, registered)
}
