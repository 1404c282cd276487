-- What the holder of an account is shown of its postings, numbered in the order in which they were booked, with the
-- balance after each. Only accounts of companies have operations: a payroll statement credits thousands of employees'
-- accounts, which nobody looks at posting by posting. `operations_count` is null for all accounts that have none.
alter table ledger_accounts add column operations_count bigint;
-- The moment of the last operation; later ones are never before it, whatever the clock of a process says.
alter table ledger_accounts add column operations_booked_at_us bigint;
-- The sum of all debits in hundredths, in two parts because it may leave 64 bits: whole multiples of 2^32, and the
-- rest.
alter table ledger_accounts add column debits_high bigint;
alter table ledger_accounts add column debits_low bigint;

-- The number of the document behind an entry, as people write it; entries from before have none.
alter table journal_entries add column document_number text;

--@ sqlite
create table operations (
    ledger_account_id text not null,
    -- From 1 without a gap, so that the operations of a period are counted and paged by their numbers.
    number bigint not null check (number >= 1),
    entry_id bytea not null,
    line bigint not null,
    booked_at_us bigint not null,
    -- The balance after this operation.
    balance_minor bigint not null,
    -- The sum of the debits up to this operation. The sum of the credits is this and the balance.
    debits_high bigint not null check (debits_high >= 0),
    debits_low bigint not null check (debits_low between 0 and 4294967295),
    -- Who is on the other side, as the document told; null where nobody told.
    counterparty_name text,
    counterparty_account text,
    counterparty_inn text,
    counterparty_kpp text,
    counterparty_bic text,
    primary key (ledger_account_id, number)
) without rowid;
--@ postgres
create table operations (
    ledger_account_id text not null,
    number bigint not null check (number >= 1),
    entry_id bytea not null,
    line bigint not null,
    booked_at_us bigint not null,
    balance_minor bigint not null,
    debits_high bigint not null check (debits_high >= 0),
    debits_low bigint not null check (debits_low between 0 and 4294967295),
    counterparty_name text,
    counterparty_account text,
    counterparty_inn text,
    counterparty_kpp text,
    counterparty_bic text,
    primary key (ledger_account_id, number)
);
--@ both
create index operations_by_time on operations (ledger_account_id, booked_at_us, number);

insert into operations (ledger_account_id, number, entry_id, line, booked_at_us, balance_minor, debits_high, debits_low)
    select x.ledger_account_id, x.number, x.entry_id, x.line, x.posted_at_us, x.balance_minor,
        x.high + x.low / 4294967296, x.low % 4294967296
    from (
        select p.ledger_account_id, p.entry_id, p.line, p.posted_at_us,
            row_number() over w as number,
            cast(sum(p.amount_minor) over w as bigint) as balance_minor,
            cast(sum(case when p.amount_minor < 0 then -p.amount_minor / 4294967296 else 0 end) over w as bigint) as high,
            cast(sum(case when p.amount_minor < 0 then -p.amount_minor % 4294967296 else 0 end) over w as bigint) as low
        from postings p join accounts a on a.number = p.ledger_account_id
        window w as (partition by p.ledger_account_id order by p.posted_at_us, p.entry_id, p.line
            rows between unbounded preceding and current row)
    ) x;

update ledger_accounts set
    operations_count = coalesce(
        (select max(o.number) from operations o where o.ledger_account_id = ledger_accounts.ledger_account_id), 0),
    operations_booked_at_us =
        (select max(o.booked_at_us) from operations o where o.ledger_account_id = ledger_accounts.ledger_account_id),
    debits_high = coalesce((select o.debits_high from operations o
        where o.ledger_account_id = ledger_accounts.ledger_account_id order by o.number desc limit 1), 0),
    debits_low = coalesce((select o.debits_low from operations o
        where o.ledger_account_id = ledger_accounts.ledger_account_id order by o.number desc limit 1), 0)
    where exists (select 1 from accounts a where a.number = ledger_accounts.ledger_account_id);
