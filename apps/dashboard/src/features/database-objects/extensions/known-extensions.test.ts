import { describe, expect, it } from 'vitest';
import { missingExtensions } from './known-extensions.ts';

describe('missingExtensions', () => {
  it('names those that the server does not have', () => {
    expect(missingExtensions(['pgcrypto', 'vector'], '').map(({ name }) => name)).toEqual([
      'postgis',
      'pg_cron',
      'pg_net',
    ]);
  });

  it('finds them by either name', () => {
    expect(missingExtensions([], 'PGVEC').map(({ name }) => name)).toEqual(['vector']);
  });
});
