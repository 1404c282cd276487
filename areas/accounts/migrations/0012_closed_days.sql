-- A told day does not change. An entry is never written into a day whose closing has begun; what the bank's core booked
-- there is booked on the open day instead, and the moment that the core told is kept beside it.
alter table journal_entries add column core_posted_at_us bigint;

-- The zone in which the days of this database begin and end, for as long as it lives.
create table bank_calendar (
    alone bigint not null primary key check (alone = 1),
    time_zone text not null
);

-- What the core has debited is a fact: it is taken beyond what is free. `overdrawn_minor` is that excess. Only the
-- statement that takes such a fact raises it; money that comes in lowers it, and an order of a customer needs it gone.
--@ postgres
alter table ledger_accounts add column overdrawn_minor bigint not null default 0
    check (overdrawn_minor between 0 and 8000000000000000000);
alter table ledger_accounts drop constraint ledger_accounts_available;
alter table ledger_accounts add constraint ledger_accounts_available
    check (class <> 'CUSTOMER' or balance_minor - held_minor + limit_minor + overdrawn_minor >= 0);

create function journal_entries_refuse_closed() returns trigger language plpgsql as $$
begin
    if new.posted_at_us < (select d.ended_at_us from closing_days d
            where d.finished_at_us is not null or d.through_account is not null
            order by d.ended_at_us desc limit 1) then
        raise exception 'the day of the entry is closed' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
end;
$$;

create trigger journal_entries_refuse_closed before insert on journal_entries
    for each row execute function journal_entries_refuse_closed();
--@ sqlite
-- A constraint of a table cannot be changed, so the rows move aside and back; references are looked at again afterwards.
pragma defer_foreign_keys = on;

create table ledger_accounts_kept as select * from ledger_accounts;
drop table ledger_accounts;
create table ledger_accounts (
    ledger_account_id text not null primary key,
    class text not null check (class in ('CUSTOMER', 'INTERNAL')),
    currency text not null,
    is_open boolean not null,
    balance_minor bigint not null default 0
        check (balance_minor between -4000000000000000000 and 4000000000000000000),
    held_minor bigint not null default 0 check (held_minor between 0 and 9000000000000000),
    limit_minor bigint not null default 0 check (limit_minor between 0 and 9000000000000000),
    changed_at_us bigint,
    first_posted_at_us bigint,
    operations_count bigint,
    operations_booked_at_us bigint,
    debits_high bigint,
    debits_low bigint,
    day_started_at_us bigint,
    day_minor bigint check (day_minor between -9000000000000000000 and 9000000000000000000),
    last_posted_at_us bigint,
    overdrawn_minor bigint not null default 0 check (overdrawn_minor between 0 and 8000000000000000000),
    constraint ledger_accounts_available
        check (class <> 'CUSTOMER' or balance_minor - held_minor + limit_minor + overdrawn_minor >= 0),
    constraint ledger_accounts_closed_empty
        check (is_open or (balance_minor = 0 and held_minor = 0 and limit_minor = 0))
) without rowid;
insert into ledger_accounts (ledger_account_id, class, currency, is_open, balance_minor, held_minor, limit_minor,
    changed_at_us, first_posted_at_us, operations_count, operations_booked_at_us, debits_high, debits_low,
    day_started_at_us, day_minor, last_posted_at_us)
    select ledger_account_id, class, currency, is_open, balance_minor, held_minor, limit_minor,
    changed_at_us, first_posted_at_us, operations_count, operations_booked_at_us, debits_high, debits_low,
    day_started_at_us, day_minor, last_posted_at_us from ledger_accounts_kept;
drop table ledger_accounts_kept;

create trigger journal_entries_refuse_closed before insert on journal_entries
when new.posted_at_us < (select d.ended_at_us from closing_days d
    where d.finished_at_us is not null or d.through_account is not null order by d.ended_at_us desc limit 1)
begin
    select raise(abort, 'the day of the entry is closed');
end;
--@ both
create index ledger_accounts_overdrawn on ledger_accounts (ledger_account_id) where overdrawn_minor > 0;
