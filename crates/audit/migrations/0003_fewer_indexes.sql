-- The list is read in the order of time, and SQLite plans a statement before it knows which parameters are null: it reads
-- audit_entries_by_time whatever is asked for, and never looked at the other three. Writing them was half of the work of an
-- entry. PostgreSQL plans with the parameters at hand and uses them.
--@ sqlite
drop index audit_entries_by_object;
drop index audit_entries_by_actor;
drop index audit_entries_by_company;
