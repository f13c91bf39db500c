import { expect, it } from 'vitest';
import { isDefinition, refuseStrangers } from './definition-words.ts';

it.each([
  'SET statement_timeout = 0',
  "SELECT pg_catalog.set_config('search_path', '', false)",
  'SET SESSION AUTHORIZATION anon',
  'CREATE UNLOGGED TABLE a.b (\n    c integer\n)',
  'CREATE FUNCTION a.f() RETURNS integer\n    LANGUAGE sql\n    AS $$ select 1; -- \\! $$',
  'CREATE TEXT SEARCH CONFIGURATION a.c (PARSER = pg_catalog."default" )',
  'CREATE OR REPLACE VIEW a.v AS SELECT 1',
  'ALTER TABLE ONLY a.b ALTER COLUMN c SET DEFAULT 1',
  'ALTER DEFAULT PRIVILEGES FOR ROLE a REVOKE ALL ON FUNCTIONS FROM PUBLIC',
  'GRANT SELECT(c) ON TABLE a.b TO anon',
])('pg_dump writes: %s', (statement) => {
  expect(isDefinition(statement)).toBe(true);
});

it.each([
  'alter role postgres superuser',
  'ALTER USER postgres SUPERUSER',
  'ALTER SYSTEM SET archive_command = 1',
  'ALTER DATABASE postgres OWNER TO x',
  'CREATE ROLE x SUPERUSER',
  'GRANT pg_execute_server_program TO postgres',
  "DO 'begin end'",
  "COPY t FROM PROGRAM 'id'",
  'SELECT 1',
  "SELECT pg_catalog.set_config('role', 'x', false)",
  'SET role = x',
  'SET session_preload_libraries = x',
  'CREATE TABLE t (a int) -- x',
  'CREATE VIEW v AS SELECT \\! id',
  'FROM now()',
  'TRUNCATE t',
  'CREATE DATABASE x',
])('pg_dump does not: %s', (statement) => {
  expect(isDefinition(statement)).toBe(false);
});

it('tells people where to look', () => {
  expect(() => refuseStrangers(['SET row_security = off', 'alter role postgres superuser'])).toThrow(
    /statement of its own \(alter …\)/,
  );
});
