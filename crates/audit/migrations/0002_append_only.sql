-- The trail only grows: whoever holds the program's database account cannot change it by an ordinary statement.
--@ sqlite
create trigger audit_entries_refuse_update before update on audit_entries
begin
    select raise(abort, 'audit_entries only grows');
end;

create trigger audit_entries_refuse_delete before delete on audit_entries
begin
    select raise(abort, 'audit_entries only grows');
end;

-- Without this, "insert or replace" would delete the old row and fire no delete trigger.
create trigger audit_entries_refuse_replace before insert on audit_entries
when exists (select 1 from audit_entries where id = new.id)
begin
    select raise(abort, 'audit_entries only grows');
end;

--@ postgres
create function audit_entries_refuse_change() returns trigger language plpgsql as $body$
begin
    raise exception 'audit_entries only grows' using errcode = 'integrity_constraint_violation';
end;
$body$;

create trigger audit_entries_refuse_change before update or delete on audit_entries
    for each row execute function audit_entries_refuse_change();

create trigger audit_entries_refuse_truncate before truncate on audit_entries
    for each statement execute function audit_entries_refuse_change();
