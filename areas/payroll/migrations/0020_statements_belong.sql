-- The names of statements as holds, entries, jobs and events have them: the engines make texts of bytes by functions of
-- their own.
--@ sqlite
create view payroll_statement_names as
    select t.statement_id, lower(substr(t.digits, 1, 8) || '-' || substr(t.digits, 9, 4) || '-'
        || substr(t.digits, 13, 4) || '-' || substr(t.digits, 17, 4) || '-' || substr(t.digits, 21)) as name
    from (select statement_id, hex(statement_id) as digits from payroll_statements) t;
--@ postgres
create view payroll_statement_names as
    select t.statement_id, substr(t.digits, 1, 8) || '-' || substr(t.digits, 9, 4) || '-'
        || substr(t.digits, 13, 4) || '-' || substr(t.digits, 17, 4) || '-' || substr(t.digits, 21) as name
    from (select statement_id, encode(statement_id, 'hex') as digits from payroll_statements) t;
--@ both

-- What became of a transfer belongs to a statement. Transfers are written before their statement, because the many rows
-- come first; `clientbank check` proves that it is there.
--@ sqlite
create trigger payroll_outcomes_refuse_stray before insert on payroll_outcomes
when not exists (select 1 from payroll_statements s where s.statement_id = new.statement_id)
begin
    select raise(abort, 'an outcome belongs to a statement');
end;
create trigger payroll_rail_payments_refuse_stray before insert on payroll_rail_payments
when not exists (select 1 from payroll_statements s where s.statement_id = new.statement_id)
begin
    select raise(abort, 'a payment belongs to a statement');
end;
--@ postgres
alter table payroll_outcomes add constraint payroll_outcomes_statement
    foreign key (statement_id) references payroll_statements (statement_id);
alter table payroll_rail_payments add constraint payroll_rail_payments_statement
    foreign key (statement_id) references payroll_statements (statement_id);
--@ both

-- The transfers of a statement stand still once its money moves. Only the archive of one that has ended deletes them.
--@ sqlite
create trigger payroll_transfers_refuse_update before update on payroll_transfers
when exists (select 1 from payroll_statements s where s.statement_id = old.statement_id
    and (s.done_through_line > 0 or s.state = 'PROCESSING'))
begin
    select raise(abort, 'transfers that are paid stand still');
end;
create trigger payroll_transfers_refuse_delete before delete on payroll_transfers
when exists (select 1 from payroll_statements s where s.statement_id = old.statement_id
    and s.state = 'PROCESSING')
begin
    select raise(abort, 'transfers that are paid stand still');
end;
-- A step that was taken stays; its reason is written by the unit that takes it.
create trigger payroll_history_refuse_update before update on payroll_history
when new.statement_id <> old.statement_id or new.version <> old.version or new.kind <> old.kind
    or new.from_state <> old.from_state or new.to_state <> old.to_state or new.at_us <> old.at_us
    or new.user_id is not old.user_id
begin
    select raise(abort, 'payroll_history only grows');
end;
--@ postgres
create function payroll_transfers_refuse_change() returns trigger language plpgsql as $body$
begin
    if exists (select 1 from payroll_statements s where s.statement_id = old.statement_id
        and (s.state = 'PROCESSING' or (tg_op = 'UPDATE' and s.done_through_line > 0))) then
        raise exception 'transfers that are paid stand still' using errcode = 'integrity_constraint_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end;
$body$;
create trigger payroll_transfers_refuse_change before update or delete on payroll_transfers
    for each row execute function payroll_transfers_refuse_change();
create function payroll_history_refuse_change() returns trigger language plpgsql as $body$
begin
    if (new.statement_id, new.version, new.kind, new.from_state, new.to_state, new.at_us, new.user_id)
        is distinct from (old.statement_id, old.version, old.kind, old.from_state, old.to_state, old.at_us, old.user_id)
    then
        raise exception 'payroll_history only grows' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
end;
$body$;
create trigger payroll_history_refuse_change before update on payroll_history
    for each row execute function payroll_history_refuse_change();
