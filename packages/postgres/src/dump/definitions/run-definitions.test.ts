import { describe, expect, it } from 'vitest';
import { definitionStatements } from './run-definitions.ts';

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
