-- Entries leave the trail for an archive alone (LIF-03): the unit of work that archives them first notes through which
-- moment it does, and the table gives up what is older. The note only grows, and there is one of it.
create table audit_archived (
    alone bigint not null primary key check (alone = 1),
    -- Entries from before this moment may have left.
    before_us bigint not null
);
--@ sqlite
drop trigger audit_entries_refuse_delete;

create trigger audit_entries_refuse_delete before delete on audit_entries
when not exists (select 1 from audit_archived a where old.at_us < a.before_us)
begin
    select raise(abort, 'audit_entries only grows');
end;

create trigger audit_archived_refuse_back before update on audit_archived
when new.before_us < old.before_us
begin
    select raise(abort, 'audit_archived only grows');
end;

create trigger audit_archived_refuse_delete before delete on audit_archived
begin
    select raise(abort, 'audit_archived only grows');
end;
--@ postgres
create or replace function audit_entries_refuse_change() returns trigger language plpgsql as $body$
begin
    if tg_op = 'DELETE' and exists (select 1 from audit_archived a where old.at_us < a.before_us) then
        return old;
    end if;
    raise exception 'audit_entries only grows' using errcode = 'integrity_constraint_violation';
end;
$body$;

create function audit_archived_refuse_back() returns trigger language plpgsql as $body$
begin
    if tg_op = 'UPDATE' and new.before_us >= old.before_us then
        return new;
    end if;
    raise exception 'audit_archived only grows' using errcode = 'integrity_constraint_violation';
end;
$body$;

create trigger audit_archived_refuse_back before update or delete on audit_archived
    for each row execute function audit_archived_refuse_back();

create trigger audit_archived_refuse_truncate before truncate on audit_archived
    for each statement execute function audit_archived_refuse_back();
