import { describe, expect, it } from 'vitest';
import { postgresLabel } from './postgres-label.ts';

describe('postgresLabel', () => {
  it.each([
    ['supabase-postgres-17', 'Postgres 17'],
    ['supabase-postgres-17.6', 'Postgres 17.6'],
    ['supabase-postgres-15.1.0.147', 'Postgres 15.1'],
    ['17.6', 'Postgres 17.6'],
    ['', 'Postgres'],
  ])('%j is %s', (version, label) => {
    expect(postgresLabel(version)).toBe(label);
  });
});
