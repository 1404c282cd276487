//! Certificates of currency transactions: messages that the bank has accepted, refused in part, and refused.

use bytes::Bytes;
use currency_certificates::examples::{CERTIFICATES, PARTLY_WRONG};
use currency_certificates::viewer::Viewer;
use currency_certificates::work::take_in::take_in;

use super::{LifeError, People, Scene};

pub(super) async fn live(scene: &Scene<'_>, people: &People) -> Result<(), LifeError> {
    let ivanova = &people.ivanova;
    // Another account's control key makes both certificates wrong.
    let wrong = CERTIFICATES
        .replace("ROMASHKA-2026-0001", "ROMASHKA-2026-0009")
        .replace("ROMASHKA-TX-000", "ROMASHKA-TX-900")
        .replace("40702840200000000002", "40702840300000000002");
    // The second message corrects a document of the first.
    for message in [CERTIFICATES.to_owned(), PARTLY_WRONG.to_owned(), wrong] {
        let sender = Viewer { user: ivanova.user.clone(), company: ivanova.cnum.clone(), client: None };
        let body = Bytes::from(message);
        take_in(&scene.certificates, sender, body, None).await?;
        scene.work().await?;
    }
    Ok(())
}
