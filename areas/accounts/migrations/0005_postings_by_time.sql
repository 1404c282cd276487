-- An index by account takes a page of its own for each posting once an account has many: writing salaries became slower with
-- every statement. Only the closing of a day asked for it. When an account was first posted to now stands at the account,
-- and what was posted since the end of the day is read by time, where new postings come behind one another.
alter table ledger_accounts add column first_posted_at_us bigint;

update ledger_accounts set first_posted_at_us = (select min(p.posted_at_us) from postings p
    where p.ledger_account_id = ledger_accounts.ledger_account_id);

drop index postings_of_account;
create index postings_by_time on postings (posted_at_us);
