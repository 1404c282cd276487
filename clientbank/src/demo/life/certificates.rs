//! Certificates of currency transactions: a message that the bank has accepted, and one that it has refused in part.

use bytes::Bytes;
use currency_certificates::examples::{CERTIFICATES, PARTLY_WRONG};
use currency_certificates::work::take_in::{Sender, take_in};

use super::{LifeError, People, Scene};

pub(super) async fn live(scene: &Scene<'_>, people: &People) -> Result<(), LifeError> {
    let ivanova = &people.ivanova;
    // The second message corrects a document of the first.
    for message in [CERTIFICATES, PARTLY_WRONG] {
        let sender = Sender { user: ivanova.user.clone(), company: ivanova.cnum.clone(), client: None };
        let body = Bytes::from_static(message.as_bytes());
        take_in(&scene.certificates, sender, body, None).await.map_err(LifeError::of)?;
        scene.work().await?;
    }
    Ok(())
}
