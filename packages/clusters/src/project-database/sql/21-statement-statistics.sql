-- How often statements run and how long they take, without their values. The library is loaded by the server's start.
create extension if not exists pg_stat_statements with schema extensions;
