//! Messages between the systems of a bank: pain.001 out; pain.002, camt.053 and camt.054 in.

mod booking;
mod initiation;
mod status;

pub use booking::{Booking, Period, bookings, periods};
pub use initiation::{Initiation, Transfer};
pub use status::{PaymentStatus, Status, statuses};
