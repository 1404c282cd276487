//! The online bank's login and session.

mod compressing;
mod confirming;
mod entering;
mod guessing;
mod leaving;
