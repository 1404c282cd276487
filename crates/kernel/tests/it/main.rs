//! The values of the kernel, by example and by property.

#![cfg(test)]

mod account_number;
mod calendar;
mod clock;
mod codes;
mod currency;
mod hexadecimal;
mod inn;
mod language;
mod money;
mod randomness;
mod text;
