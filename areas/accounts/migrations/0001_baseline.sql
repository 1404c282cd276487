-- The double-entry ledger. Amounts are signed hundredths: a credit is positive, a debit negative, so the
-- postings of one entry add up to zero in every currency and the balance of a customer's account is the
-- money the bank owes to the customer.
--
-- Accounts are read by their numbers, closings by account and day, postings by their entry: kept by these keys, each of the
-- tables is one tree in SQLite, which a reading goes down once. PostgreSQL has heaps only.
create table ledger_accounts (
    ledger_account_id text not null primary key,
    class text not null check (class in ('CUSTOMER', 'INTERNAL')),
    currency text not null,
    is_open boolean not null,
    -- The sum of the account's postings, kept by the unit of work that writes them.
    balance_minor bigint not null default 0
        check (balance_minor between -4000000000000000000 and 4000000000000000000),
    -- The sum of the holds that are not released.
    held_minor bigint not null default 0 check (held_minor between 0 and 9000000000000000),
    -- The sum of the credit limits.
    limit_minor bigint not null default 0 check (limit_minor between 0 and 9000000000000000),
    -- What the core has debited is a fact: it is taken beyond what is free. This is that excess. Only the statement that
    -- takes such a fact raises it; money that comes in lowers it, and an order of a customer needs it gone.
    overdrawn_minor bigint not null default 0 check (overdrawn_minor between 0 and 8000000000000000000),
    -- The moment of the last posting, hold, release or limit; null before the first.
    changed_at_us bigint,
    -- The moments of the first and the last posting; null before there is one.
    first_posted_at_us bigint,
    last_posted_at_us bigint,
    -- What was posted on the day of the last posting, so that the balance before that day is known without reading
    -- postings: when it began, and the sum since. Both are null where the beginning of the day was not known in time.
    day_started_at_us bigint,
    day_minor bigint check (day_minor between -9000000000000000000 and 9000000000000000000),
    -- Null for all accounts that have no operations: those of natural persons and of the bank.
    operations_count bigint,
    -- The moment of the last operation; later ones are never before it, whatever the clock of a process says.
    operations_booked_at_us bigint,
    -- The sum of all debits in hundredths, in two parts because it may leave 64 bits: whole multiples of 2^32, and the
    -- rest.
    debits_high bigint,
    debits_low bigint,
    -- What a customer may spend is never below zero, whatever is posted at once.
    constraint ledger_accounts_available
        check (class <> 'CUSTOMER' or balance_minor - held_minor + limit_minor + overdrawn_minor >= 0),
    constraint ledger_accounts_closed_empty
        check (is_open or (balance_minor = 0 and held_minor = 0 and limit_minor = 0))
--@ sqlite
) without rowid;
--@ postgres
-- Room for a changed balance beside the old one keeps the change out of the index.
) with (fillfactor = 70);
--@ both

create index ledger_accounts_overdrawn on ledger_accounts (ledger_account_id) where overdrawn_minor > 0;

create table journal_entries (
    entry_id bytea not null primary key,
    idempotency_key text not null unique,
    -- SHA-256 of what the entry moves: the same key with another content is refused.
    fingerprint bytea not null,
    kind text not null,
    posted_at_us bigint not null,
    -- A told day does not change. An entry is never written into a day whose closing has begun; what the bank's core booked
    -- there is booked on the open day instead, and the moment that the core told is kept here.
    core_posted_at_us bigint,
    value_date text not null,
    description text not null,
    -- The number of the document behind the entry, as people write it.
    document_number text,
    postings_count bigint not null check (postings_count >= 2),
    -- Of the entry and its postings: a row that was changed past the triggers is found by `clientbank check` (ADR 0037).
    digest bytea check (digest is null or length(digest) = 32),
    authors text, -- Pairs of kind and identifier as a JSON array; null is the program (ADR 0055).
    constraint journal_entries_kind check (kind = 'OPENING' or kind = 'TRANSFER' or kind = 'PAYROLL'
        or kind = 'OUTGOING_PAYMENT' or kind = 'PAYMENT_RETURN' or kind = 'EXCHANGE' or kind = 'CORRECTION' or kind = 'REVALUATION'),
--@ sqlite
    constraint journal_entries_value_date check (value_date is date(value_date))
--@ postgres
    constraint journal_entries_value_date
        check (value_date ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$')
--@ both
);

-- A payroll statement writes a posting for each of 10,000 transfers. Looking up entry and account for each of them anew
-- takes more than twice the time of writing it, and the code that writes postings has changed the balance of exactly
-- these accounts in the same unit of work. So there are no references; `clientbank check` proves them instead.
create table postings (
    entry_id bytea not null,
    line bigint not null,
    ledger_account_id text not null,
    currency text not null,
    amount_minor bigint not null check (amount_minor <> 0),
    -- The equivalent in the national currency, present when the entry moves several currencies.
    national_minor bigint,
    posted_at_us bigint not null,
    primary key (entry_id, line)
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

-- What was posted since the end of a day is read by time, where new postings come behind one another. An index by account
-- takes a page of its own for each posting once an account has many: writing salaries became slower with every statement.
create index postings_by_time on postings (posted_at_us);

-- What the holder of an account is shown of its postings, numbered in the order in which they were booked, with the
-- balance after each. Only accounts of companies have operations: a payroll statement credits thousands of employees'
-- accounts, which nobody looks at posting by posting.
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
--@ sqlite
) without rowid;
--@ postgres
);
--@ both
create index operations_by_time on operations (ledger_account_id, booked_at_us, number);

create table holds (
    hold_id text not null primary key,
    ledger_account_id text not null references ledger_accounts (ledger_account_id),
    amount_minor bigint not null check (amount_minor > 0),
    -- What it was placed with. A payout takes its part out of a hold; nothing else changes one.
    placed_minor bigint not null,
    placed_at_us bigint not null,
    released_at_us bigint check (released_at_us >= placed_at_us),
    description text not null,
    constraint holds_placed check (placed_minor >= amount_minor)
);

create index holds_of_account on holds (ledger_account_id);

create table credit_limits (
    limit_id text not null primary key,
    ledger_account_id text not null references ledger_accounts (ledger_account_id),
    kind text not null check (kind in ('CREDIT_LINE', 'OVERDRAFT')),
    amount_minor bigint not null check (amount_minor >= 0),
    granted_at_us bigint not null
);

create index credit_limits_of_account on credit_limits (ledger_account_id);

-- What `units` units of a currency cost on a day, in millionths of a rouble.
create table day_rates (
    currency text not null,
    rate_date text not null,
    units bigint not null check (units between 1 and 1000000),
    rate_micro bigint not null check (rate_micro between 1 and 9000000000000000),
    primary key (currency, rate_date)
);

-- The ledger balance with which an account ended a day of the bank. A closing that the program made has the moment of the
-- end of its day; one that a file brought has a moment of its own.
create table closing_balances (
    ledger_account_id text not null references ledger_accounts (ledger_account_id),
    closing_date text not null,
    balance_minor bigint not null,
    closed_at_us bigint not null,
    primary key (ledger_account_id, closing_date)
--@ sqlite
) without rowid;
--@ postgres
    ,
    constraint closing_balances_date check (closing_date ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$')
);
--@ both
-- What is over its time is found by the moment (LIF-03). A day adds its rows at the end.
create index closing_balances_by_end on closing_balances (closed_at_us, ledger_account_id, closing_date);

-- A day is closed in chunks of accounts, and an account gets a closing balance only where it differs from the last one.
-- So the days themselves are rows: when each ends, how far its closing has come, and whether all of it is done.
create table closing_days (
    closing_date text not null primary key,
    -- The first moment after the day. Days are written down before they begin.
    ended_at_us bigint not null,
    -- The last account that was looked at; null before the first.
    through_account text,
    accounts_count bigint not null default 0 check (accounts_count >= 0),
    -- Closing balances that were written.
    balances_count bigint not null default 0 check (balances_count >= 0),
    finished_at_us bigint
--@ sqlite
) without rowid;
--@ postgres
);
--@ both
create index closing_days_by_end on closing_days (ended_at_us);

-- Accounts whose first posting is of a day that was closed before it came: they get their closing balance afterwards.
create table closings_missing (
    ledger_account_id text not null primary key
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

-- The zone in which the days of this database begin and end, for as long as it lives.
create table bank_calendar (
    alone bigint not null primary key check (alone = 1),
    time_zone text not null
);

-- What archived postings came to, an account at a time (LIF-03): the balance of an account is this and the sum of its
-- postings. Whole entries leave, so that these rows add up to zero in every currency as postings do.
--@ owner
create table carried_forward (
    ledger_account_id text not null primary key,
    amount_minor bigint not null check (amount_minor between -4000000000000000000 and 4000000000000000000),
    postings_count bigint not null check (postings_count >= 1),
    -- The number of the last archived operation, whose balance is the amount above; 0 where the account keeps none.
    operations_number bigint not null check (operations_number >= 0),
    -- When that operation was booked, and the sum of the debits up to it, in two parts as operations have it.
    booked_at_us bigint,
    debits_high bigint not null check (debits_high >= 0),
    debits_low bigint not null check (debits_low between 0 and 4294967295),
    check ((operations_number = 0) = (booked_at_us is null))
);

-- Postings from before this moment may have left: no more are posted, so that no key of an archived entry comes again.
--@ owner
create table archived_postings (
    alone bigint not null primary key check (alone = 1),
    before_us bigint not null
);

-- Closing balances from before this moment may have left (LIF-03): no more are imported, so that none leaves twice.
--@ owner
create table archived_closings (
    alone bigint not null primary key check (alone = 1),
    before_us bigint not null
);

-- When the last proof that found nothing began: of everything, and of what was new. `clientbank check` writes it.
create table ledger_proofs (
    scope text not null primary key check (scope = 'WHOLE' or scope = 'SINCE'),
    green_at_us bigint not null
);

-- What spec section 2.2 shows of an account beside its money, which the ledger holds.
create table branches (
    branch_id text not null primary key,
    name text not null,
    bic text not null,
    correspondent_account text not null,
    city text not null
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

create table accounts (
    number text not null primary key references ledger_accounts (ledger_account_id),
    document_id text not null unique,
    type bigint not null check (type in (1, 2, 4, 5)),
    mode bigint not null check (mode in (0, 1, 2, 3)),
    name text not null,
    international_name text not null,
    cnum text not null,
    organization_id text not null,
    operation_currency text not null,
    branch_id text not null references branches (branch_id),
    trust_management boolean not null,
    trust_management_name text not null,
    trust_management_international_name text not null
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

create index accounts_of_company on accounts (cnum, number);

-- Accounts of natural persons: payroll pays into them, the accounts operations never show them.
create table employees_accounts (
    number text not null primary key references ledger_accounts (ledger_account_id),
    branch_id text not null references branches (branch_id),
    last_name text not null,
    first_name text not null,
    middle_name text not null,
    -- The company whose salary project the account is attached to; null when none.
    salary_project_cnum text,
    -- The rouble account of the same person, for an account in another currency: payroll converts into it (PAY-10).
    rouble_account text references employees_accounts (number)
);

create index employees_accounts_of_project on employees_accounts (salary_project_cnum, number);
create index employees_accounts_of_rouble_account on employees_accounts (rouble_account);

-- Accounts whose money is on its way out of the bank and may still come back, and for what: none of them is closed meanwhile.
create table ledger_awaited_returns (
    ledger_account_id text not null,
    awaited_for text not null,
    primary key (ledger_account_id, awaited_for)
--@ sqlite
) without rowid;
--@ postgres
);
--@ both

-- The ledger only grows: what was posted is neither changed nor deleted, not even by hand, except by the archive, which
-- first notes how far it has come (LIF-03).
--@ sqlite
create trigger journal_entries_refuse_update before update on journal_entries
begin select raise(abort, 'journal_entries only grows'); end;
create trigger journal_entries_refuse_delete before delete on journal_entries
when not exists (select 1 from archived_postings a where old.posted_at_us < a.before_us)
begin select raise(abort, 'journal_entries only grows'); end;
-- "insert or replace" fires no trigger for the row that it deletes. An entry is written before its postings.
create trigger journal_entries_refuse_replace after insert on journal_entries
when exists (select 1 from postings p where p.entry_id = new.entry_id)
begin select raise(abort, 'journal_entries only grows'); end;
-- One with the key of another entry would take the place of that one. The program repeats keys and asks for nothing to be
-- done then, so such a row is left out; it never repeats an identifier.
create trigger journal_entries_refuse_key before insert on journal_entries
when exists (select 1 from journal_entries j where j.idempotency_key = new.idempotency_key and j.entry_id <> new.entry_id)
begin select raise(ignore); end;
create trigger journal_entries_refuse_closed before insert on journal_entries
when new.posted_at_us < (select d.ended_at_us from closing_days d
    where d.finished_at_us is not null or d.through_account is not null order by d.ended_at_us desc limit 1)
begin select raise(abort, 'the day of the entry is closed'); end;

create trigger postings_refuse_update before update on postings begin select raise(abort, 'postings only grows'); end;
create trigger postings_refuse_delete before delete on postings
when not exists (select 1 from archived_postings a where old.posted_at_us < a.before_us)
begin select raise(abort, 'postings only grows'); end;
create trigger postings_refuse_replace before insert on postings
when exists (select 1 from postings p where p.entry_id = new.entry_id and p.line = new.line)
begin select raise(abort, 'postings only grows'); end;

create trigger operations_refuse_update before update on operations
begin select raise(abort, 'operations only grows'); end;
create trigger operations_refuse_delete before delete on operations
when not exists (select 1 from carried_forward c where c.ledger_account_id = old.ledger_account_id
    and c.operations_number >= old.number)
begin select raise(abort, 'operations only grows'); end;
-- An operation shows a posting of its account that is there.
create trigger operations_refuse_insert before insert on operations
when exists (select 1 from operations o where o.ledger_account_id = new.ledger_account_id and o.number = new.number)
    or not exists (select 1 from postings p where p.entry_id = new.entry_id and p.line = new.line
        and p.ledger_account_id = new.ledger_account_id)
begin select raise(abort, 'operations only grows, by postings of its account'); end;

-- A closing of a day that the program closed was told.
create trigger closing_balances_refuse_update before update on closing_balances
when exists (select 1 from closing_days d where d.closing_date = old.closing_date
    and d.ended_at_us = old.closed_at_us and d.finished_at_us is not null)
begin select raise(abort, 'closing_balances of a closed day stay'); end;
create trigger closing_balances_refuse_delete before delete on closing_balances
when not exists (select 1 from archived_closings a where old.closed_at_us < a.before_us)
begin select raise(abort, 'closing_balances only grows'); end;
create trigger closing_balances_refuse_date before insert on closing_balances
when new.closing_date is not date(new.closing_date)
begin select raise(abort, 'closing_date is a day'); end;
-- A closing that is there stays, as `on conflict do nothing` has it.
create trigger closing_balances_refuse_replace before insert on closing_balances
when exists (select 1 from closing_balances b where b.ledger_account_id = new.ledger_account_id
    and b.closing_date = new.closing_date)
begin select raise(ignore); end;

create trigger closing_days_refuse_opening before update on closing_days
when old.finished_at_us is not null and (new.finished_at_us is not old.finished_at_us
    or new.ended_at_us <> old.ended_at_us or new.closing_date <> old.closing_date)
begin select raise(abort, 'a closed day stays closed'); end;
create trigger closing_days_refuse_delete before delete on closing_days
when old.finished_at_us is not null
begin select raise(abort, 'a closed day stays closed'); end;
-- Days are planned again and again; one whose closing has begun stays as it is.
create trigger closing_days_refuse_replace before insert on closing_days
when exists (select 1 from closing_days d where d.closing_date = new.closing_date
    and (d.finished_at_us is not null or d.through_account is not null))
begin select raise(ignore); end;
--@ postgres
create function ledger_refuse_change() returns trigger language plpgsql as $body$
begin
    raise exception '% only grows', tg_table_name using errcode = 'integrity_constraint_violation';
end;
$body$;

-- Deletes what an archive has noted, and nothing else.
create function ledger_refuse_delete() returns trigger language plpgsql as $body$
begin
    if exists (select 1 from archived_postings a where old.posted_at_us < a.before_us) then
        return old;
    end if;
    raise exception '% only grows', tg_table_name using errcode = 'integrity_constraint_violation';
end;
$body$;

create trigger journal_entries_refuse_update before update on journal_entries
    for each row execute function ledger_refuse_change();
create trigger journal_entries_refuse_delete before delete on journal_entries
    for each row execute function ledger_refuse_delete();
create trigger journal_entries_refuse_truncate before truncate on journal_entries
    for each statement execute function ledger_refuse_change();
-- What looks at new rows looks at all of a statement at once: bunches have thousands.
create function journal_entries_refuse_closed() returns trigger language plpgsql as $$
begin
    -- Until the unit ends it shares the days of its entries: a closing that begins waits for it, or is seen below. For what is
    -- on no day that is written down, the last of them is the one that those after it have to wait for.
    perform 1 from closing_days d
        where d.ended_at_us > (select least(min(a.posted_at_us), (select max(l.ended_at_us) - 1 from closing_days l)) from added a)
        and d.ended_at_us <= coalesce((select min(e.ended_at_us) from closing_days e
            where e.ended_at_us > (select max(b.posted_at_us) from added b)), 9223372036854775807)
        order by d.ended_at_us for share;
    if exists (select 1 from added where added.posted_at_us < (select d.ended_at_us from closing_days d
            where d.finished_at_us is not null or d.through_account is not null order by d.ended_at_us desc limit 1)) then
        raise exception 'the day of the entry is closed' using errcode = 'integrity_constraint_violation';
    end if;
    return null;
end;
$$;
create trigger journal_entries_refuse_closed after insert on journal_entries
    referencing new table as added for each statement execute function journal_entries_refuse_closed();
create trigger postings_refuse_update before update on postings for each row execute function ledger_refuse_change();
create trigger postings_refuse_delete before delete on postings for each row execute function ledger_refuse_delete();
create trigger postings_refuse_truncate before truncate on postings
    for each statement execute function ledger_refuse_change();
create function operations_refuse_strange() returns trigger language plpgsql as $body$
begin
    if exists (select 1 from added where not exists (select 1 from postings p where p.entry_id = added.entry_id
            and p.line = added.line and p.ledger_account_id = added.ledger_account_id)) then
        raise exception 'operations are of postings of their account' using errcode = 'integrity_constraint_violation';
    end if;
    return null;
end;
$body$;
create trigger operations_refuse_strange after insert on operations
    referencing new table as added for each statement execute function operations_refuse_strange();
create function operations_refuse_change() returns trigger language plpgsql as $body$
begin
    if tg_op = 'DELETE' and exists (select 1 from carried_forward c
        where c.ledger_account_id = old.ledger_account_id and c.operations_number >= old.number) then
        return old;
    end if;
    raise exception 'operations only grows' using errcode = 'integrity_constraint_violation';
end;
$body$;
create trigger operations_refuse_change before update or delete on operations
    for each row execute function operations_refuse_change();
create trigger operations_refuse_truncate before truncate on operations
    for each statement execute function ledger_refuse_change();

create function closing_balances_refuse_change() returns trigger language plpgsql as $body$
begin
    if tg_op = 'DELETE' and exists (select 1 from archived_closings a where old.closed_at_us < a.before_us) then
        return old;
    end if;
    if tg_op = 'UPDATE' and not exists (select 1 from closing_days d where d.closing_date = old.closing_date
        and d.ended_at_us = old.closed_at_us and d.finished_at_us is not null) then
        return new;
    end if;
    raise exception 'closing_balances of a closed day stay' using errcode = 'integrity_constraint_violation';
end;
$body$;
create trigger closing_balances_refuse_change before update or delete on closing_balances
    for each row execute function closing_balances_refuse_change();
create trigger closing_balances_refuse_truncate before truncate on closing_balances
    for each statement execute function ledger_refuse_change();

create function closing_days_refuse_change() returns trigger language plpgsql as $body$
begin
    if tg_op = 'DELETE' and old.finished_at_us is null then
        return old;
    end if;
    if tg_op = 'UPDATE' and old.finished_at_us is null then
        return new;
    end if;
    if tg_op = 'UPDATE' and new.finished_at_us is not distinct from old.finished_at_us
        and new.ended_at_us = old.ended_at_us and new.closing_date = old.closing_date then
        return new;
    end if;
    raise exception 'a closed day stays closed' using errcode = 'integrity_constraint_violation';
end;
$body$;
create trigger closing_days_refuse_change before update or delete on closing_days
    for each row execute function closing_days_refuse_change();
create trigger closing_days_refuse_truncate before truncate on closing_days
    for each statement execute function ledger_refuse_change();
