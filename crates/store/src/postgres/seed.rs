//! A copy of all tables beside them, in a schema of its own, from which they are restored.

/// Copies every table of the schema into the schema beside it, whose name ends in `_seed`.
pub(crate) const KEEP: &str = "
do $keep$
declare
    own text := current_schema();
    kept text := current_schema() || '_seed';
    one record;
begin
    execute format('drop schema if exists %I cascade', kept);
    execute format('create schema %I', kept);
    for one in select relname from pg_class
        where relnamespace = own::regnamespace and relkind = 'r' order by oid
    loop
        execute format('create table %I.%I as table %I.%I', kept, one.relname, own, one.relname);
    end loop;
end
$keep$";

/// Puts the copies in the place of the rows. Tables that others refer to were made before those others, so the order of
/// their making is one in which every reference finds its row. What refuses changes to a trail that only grows is told
/// to look away for this one unit. A table without a copy, from a later migration, is an error.
pub(crate) const RESTORE: &str = "
do $restore$
declare
    own text := current_schema();
    kept text := current_schema() || '_seed';
    names text[];
    one text;
begin
    select array_agg(relname::text order by oid) into names from pg_class
        where relnamespace = own::regnamespace and relkind = 'r' and not relname = any (TABLES_LEFT);
    execute (select 'lock table ' || string_agg(format('%I.%I', own, name), ', ') || ' in access exclusive mode'
        from unnest(names) name);
    foreach one in array names loop
        execute format('alter table %I.%I disable trigger user', own, one);
    end loop;
    execute (select 'truncate ' || string_agg(format('%I.%I', own, name), ', ') from unnest(names) name);
    foreach one in array names loop
        execute format('insert into %I.%I select * from %I.%I', own, one, kept, one);
    end loop;
    foreach one in array names loop
        execute format('alter table %I.%I enable trigger user', own, one);
    end loop;
end
$restore$";

/// Names the tables that stay as they are, as an array of SQL.
pub(crate) fn restore_all_but(left: &[&str]) -> String {
    let quoted: Vec<String> = left.iter().map(|name| format!("'{}'", name.replace('\'', "''"))).collect();
    RESTORE.replace("TABLES_LEFT", &format!("array[{}]::text[]", quoted.join(", ")))
}
