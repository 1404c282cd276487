--@ expands
-- Entries that tell of many things at once are few, and a reader who looks for one thing reads them all.
create index audit_entries_bunches on audit_entries (at_us, id) where object_kind = 'import_rows';
