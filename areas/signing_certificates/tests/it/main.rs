//! ONL-05: certificates of people in the online bank, through the real router, on both engines.

#![cfg(test)]

mod bank;
mod deciding;
mod listing;
mod registering;
mod requesting;
mod revoking;
