import { describe, expect, it } from 'vitest';
import { checkedObject, definitionStatements } from './run-definitions.ts';

describe('definitionStatements', () => {
  const sql = `SET statement_timeout = 0;\nSET transaction_timeout = 0;\n\n-- a; comment\nCREATE SCHEMA public;\n
    COMMENT ON SCHEMA public IS 'SET transaction_timeout = 0;';\n`;

  it('leaves out what an older server does not know', () => {
    expect(definitionStatements(sql, 16)).toEqual([
      'SET statement_timeout = 0',
      'CREATE SCHEMA IF NOT EXISTS public',
      `COMMENT ON SCHEMA public IS 'SET transaction_timeout = 0;'`,
    ]);
    expect(definitionStatements(sql, 17)).toContain('SET transaction_timeout = 0');
  });
});

describe('checkedObject', () => {
  it.each([
    ['ALTER TABLE ONLY app.events ATTACH PARTITION app.a FOR VALUES IN (1)', 'table', 'app.events'],
    [
      'ALTER TABLE app.people\n    ADD CONSTRAINT later CHECK ((age < 1000)) NOT VALID',
      'table',
      'app.people',
    ],
    [
      'ALTER TABLE "a.b ""c"" ADD"."x y"\n    ADD CONSTRAINT "it CHECK" CHECK (true)',
      'table',
      '"a.b ""c"" ADD"."x y"',
    ],
    ['ALTER FOREIGN TABLE app.far\n    ADD CONSTRAINT c CHECK (true)', 'table', 'app.far'],
    ['ALTER DOMAIN app.d\n    ADD CONSTRAINT c CHECK ((VALUE > 0))', 'domain', 'app.d'],
  ])('%s', (statement, kind, name) => {
    expect(checkedObject(statement)).toEqual({ kind, name });
  });

  it.each([
    'ALTER TABLE app.people OWNER TO x',
    'ALTER TABLE app.people CLUSTER ON "CHECK"',
    'ALTER TABLE ONLY app.people\n    ADD CONSTRAINT "CHECK (true)" PRIMARY KEY (id)',
    'ALTER TABLE ONLY app."ATTACH PARTITION" REPLICA IDENTITY FULL',
    'ALTER INDEX app.i ATTACH PARTITION app.j',
    "COMMENT ON TABLE a.b IS 'ALTER TABLE a.b ADD CHECK (true)'",
  ])('none: %s', (statement) => {
    expect(checkedObject(statement)).toBeNull();
  });
});
