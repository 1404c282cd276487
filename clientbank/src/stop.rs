//! The signal that ends listeners and workers.

use tokio::sync::watch;

/// Waits until the sender says stop, or is gone.
pub(crate) async fn stopped(mut stop: watch::Receiver<bool>) {
    drop(stop.wait_for(|stop| *stop).await);
}
