-- The ledger only grows: what was posted is neither changed nor deleted, not even by hand, except by the archive, which
-- first notes how far it has come (LIF-03). An entry carries a digest of itself and its postings, so that a row that was
-- changed where no trigger stood in the way is found by `clientbank check` (ADR 0037). Entries from before have none.
--@ sqlite
alter table journal_entries add column digest bytea
    check ((digest is null or length(digest) = 32) and value_date is date(value_date) and (kind = 'OPENING'
        or kind = 'TRANSFER' or kind = 'PAYROLL' or kind = 'OUTGOING_PAYMENT' or kind = 'PAYMENT_RETURN'
        or kind = 'EXCHANGE' or kind = 'CORRECTION'));
--@ postgres
alter table journal_entries add column digest bytea check (digest is null or length(digest) = 32);
alter table journal_entries add constraint journal_entries_kind check (kind = 'OPENING' or kind = 'TRANSFER'
    or kind = 'PAYROLL' or kind = 'OUTGOING_PAYMENT' or kind = 'PAYMENT_RETURN' or kind = 'EXCHANGE'
    or kind = 'CORRECTION');
alter table journal_entries add constraint journal_entries_value_date
    check (value_date ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$');
alter table closing_balances add constraint closing_balances_date
    check (closing_date ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$');
--@ both

-- What a hold was placed with. A payout takes its part out of a hold; nothing else changes one. Null on older holds.
alter table holds add column placed_minor bigint check (placed_minor >= amount_minor);

-- When the last proof that found nothing began: of everything, and of what was new. `clientbank check` writes it.
create table ledger_proofs (
    scope text not null primary key check (scope = 'WHOLE' or scope = 'SINCE'),
    green_at_us bigint not null
);

--@ sqlite
create trigger journal_entries_refuse_update before update on journal_entries
begin
    select raise(abort, 'journal_entries only grows');
end;
create trigger journal_entries_refuse_delete before delete on journal_entries
when not exists (select 1 from archived_postings a where old.posted_at_us < a.before_us)
begin
    select raise(abort, 'journal_entries only grows');
end;
-- "insert or replace" fires no trigger for the row that it deletes. An entry is written before its postings.
create trigger journal_entries_refuse_replace after insert on journal_entries
when exists (select 1 from postings p where p.entry_id = new.entry_id)
begin
    select raise(abort, 'journal_entries only grows');
end;

create trigger postings_refuse_update before update on postings
begin
    select raise(abort, 'postings only grows');
end;
create trigger postings_refuse_delete before delete on postings
when not exists (select 1 from archived_postings a where old.posted_at_us < a.before_us)
begin
    select raise(abort, 'postings only grows');
end;
create trigger postings_refuse_replace before insert on postings
when exists (select 1 from postings p where p.entry_id = new.entry_id and p.line = new.line)
begin
    select raise(abort, 'postings only grows');
end;

create trigger operations_refuse_update before update on operations
begin
    select raise(abort, 'operations only grows');
end;
create trigger operations_refuse_delete before delete on operations
when not exists (select 1 from carried_forward c where c.ledger_account_id = old.ledger_account_id
    and c.operations_number >= old.number)
begin
    select raise(abort, 'operations only grows');
end;
-- An operation shows a posting of its account that is there.
create trigger operations_refuse_insert before insert on operations
when exists (select 1 from operations o where o.ledger_account_id = new.ledger_account_id and o.number = new.number)
    or not exists (select 1 from postings p where p.entry_id = new.entry_id and p.line = new.line
        and p.ledger_account_id = new.ledger_account_id)
begin
    select raise(abort, 'operations only grows, by postings of its account');
end;

-- A closing of a day that the program closed was told. One that a file brought has a moment of its own.
create trigger closing_balances_refuse_update before update on closing_balances
when exists (select 1 from closing_days d where d.closing_date = old.closing_date
    and d.ended_at_us = old.closed_at_us and d.finished_at_us is not null)
begin
    select raise(abort, 'closing_balances of a closed day stay');
end;
create trigger closing_balances_refuse_delete before delete on closing_balances
when not exists (select 1 from archived_closings a where old.closed_at_us < a.before_us)
begin
    select raise(abort, 'closing_balances only grows');
end;
create trigger closing_balances_refuse_date before insert on closing_balances
when new.closing_date is not date(new.closing_date)
begin
    select raise(abort, 'closing_date is a day');
end;

create trigger closing_days_refuse_opening before update on closing_days
when old.finished_at_us is not null and (new.finished_at_us is not old.finished_at_us
    or new.ended_at_us <> old.ended_at_us or new.closing_date <> old.closing_date)
begin
    select raise(abort, 'a closed day stays closed');
end;
create trigger closing_days_refuse_delete before delete on closing_days
when old.finished_at_us is not null
begin
    select raise(abort, 'a closed day stays closed');
end;
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
create trigger postings_refuse_update before update on postings
    for each row execute function ledger_refuse_change();
create trigger postings_refuse_delete before delete on postings
    for each row execute function ledger_refuse_delete();
create trigger postings_refuse_truncate before truncate on postings
    for each statement execute function ledger_refuse_change();

-- At the end of the unit an entry has its postings, which add up to zero in every currency.
create function journal_entries_refuse_unbalanced() returns trigger language plpgsql as $body$
begin
    if (select count(1) from postings p where p.entry_id = new.entry_id) <> new.postings_count
        or exists (select 1 from postings p where p.entry_id = new.entry_id group by p.currency
            having sum(p.amount_minor) <> 0) then
        raise exception 'the entry % does not add up', new.idempotency_key
            using errcode = 'integrity_constraint_violation';
    end if;
    return null;
end;
$body$;
create constraint trigger journal_entries_refuse_unbalanced after insert on journal_entries
    deferrable initially deferred for each row execute function journal_entries_refuse_unbalanced();

create function operations_refuse_change() returns trigger language plpgsql as $body$
begin
    if tg_op = 'INSERT' then
        if exists (select 1 from postings p where p.entry_id = new.entry_id and p.line = new.line
            and p.ledger_account_id = new.ledger_account_id) then
            return new;
        end if;
        raise exception 'operations are of postings of their account' using errcode = 'integrity_constraint_violation';
    end if;
    if tg_op = 'DELETE' and exists (select 1 from carried_forward c
        where c.ledger_account_id = old.ledger_account_id and c.operations_number >= old.number) then
        return old;
    end if;
    raise exception 'operations only grows' using errcode = 'integrity_constraint_violation';
end;
$body$;
create trigger operations_refuse_change before insert or update or delete on operations
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
