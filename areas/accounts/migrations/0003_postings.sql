-- A payroll statement writes a posting for each of 10,000 transfers. Looking up entry and account for each of them anew
-- takes more than twice the time of writing it, and the code that writes postings has changed the balance of exactly
-- these accounts in the same unit of work. So the two references go; `clientbank check` proves them instead.
--@ sqlite
-- Clustered by entry, a posting is written in two places instead of three.
create table postings_by_entry (
    entry_id bytea not null,
    line bigint not null,
    ledger_account_id text not null,
    currency text not null,
    amount_minor bigint not null check (amount_minor <> 0),
    national_minor bigint,
    posted_at_us bigint not null,
    primary key (entry_id, line)
) without rowid;
insert into postings_by_entry (entry_id, line, ledger_account_id, currency, amount_minor, national_minor, posted_at_us)
    select entry_id, line, ledger_account_id, currency, amount_minor, national_minor, posted_at_us from postings;
drop table postings;
alter table postings_by_entry rename to postings;
create index postings_of_account on postings (ledger_account_id, posted_at_us);
--@ postgres
alter table postings drop constraint postings_entry_id_fkey;
alter table postings drop constraint postings_ledger_account_id_fkey;
-- Room for a changed balance beside the old one keeps the change out of the index.
alter table ledger_accounts set (fillfactor = 70);
--@ both
