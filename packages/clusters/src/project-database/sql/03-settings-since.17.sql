-- Fixed for the superuser like its other timeouts; the parameter is new in PostgreSQL 17.
alter role supabase_admin set transaction_timeout = 0;
