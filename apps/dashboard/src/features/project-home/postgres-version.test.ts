import { expect, test } from 'vitest';
import { postgresVersion } from './postgres-version.ts';

test.each([
  ['supabase-postgres-17.6.1.008', '17.6'],
  ['supabase-postgres-17.6.1', '17.6'],
  ['supabase-postgres-18', '18'],
  ['16.4', '16.4'],
  ['supabase-postgres-orioledb', 'orioledb'],
])('%s is PostgreSQL %s', (dbVersion, version) => expect(postgresVersion(dbVersion)).toBe(version));
