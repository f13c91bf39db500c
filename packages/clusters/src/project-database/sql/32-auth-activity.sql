-- Sign-in activity is counted, and entries of the audit log are listed, by their time. May be run on a database that has it already.

create index if not exists audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);
