//! State of the area.

use std::sync::Arc;

use clients::signatures::MissingList;
use kernel::{Clock, Randomness};
use orders::Desk;
use store::Store;

use crate::issuer::Issuer;

/// Everything that the use cases need.
#[derive(Clone, Debug)]
pub struct CertificatesState {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub randomness: Arc<dyn Randomness>,
    /// The treatment of a certificate when an authority above it has no revocation list here.
    pub missing_list: MissingList,
    /// The desk at which the bank's systems decide about requests.
    pub desk: Desk,
    /// Issues certificates at once; none where the bank's authority does so outside of this program.
    pub issuer: Option<Arc<dyn Issuer>>,
}
