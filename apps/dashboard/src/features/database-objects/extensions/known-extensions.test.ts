import { describe, expect, it } from 'vitest';
import { missingExtensions, serverLabel } from './known-extensions.ts';

const OURS = { postgres_version: '17.10', postgres_installation: null, is_attached: false };
const DEBIAN = {
  postgres_version: '15.18',
  postgres_installation: '/usr/lib/postgresql/15',
  is_attached: false,
};
const ATTACHED = { postgres_version: '15.18', postgres_installation: null, is_attached: true };

describe('missingExtensions', () => {
  it('names those that the server does not have', () => {
    expect(missingExtensions(['pgcrypto', 'vector'], '', OURS).map(({ name }) => name)).toEqual([
      'postgis',
      'pg_cron',
      'pg_net',
    ]);
  });

  it('finds them by either name', () => {
    expect(missingExtensions([], 'PGVEC', undefined).map(({ name }) => name)).toEqual(['vector']);
  });

  it.each([
    [
      OURS,
      'Geometry and geography. Whoever runs Basalt can add it: install the packages postgresql-17 and postgresql-17-postgis-3, and start Basalt with BASALT_POSTGRES_17=/usr/lib/postgresql/17.',
    ],
    [
      DEBIAN,
      'Geometry and geography. Whoever runs Basalt can add it to /usr/lib/postgresql/15: in Debian its package is postgresql-15-postgis-3.',
    ],
    [
      ATTACHED,
      'Geometry and geography. Whoever runs the database’s server can add it: in Debian its package is postgresql-15-postgis-3.',
    ],
    [undefined, 'Geometry and geography.'],
  ])('says how to get them on %o', (server, text) => {
    expect(missingExtensions([], 'postgis', server)).toEqual([{ name: 'postgis', title: 'PostGIS', text }]);
  });
});

it('says what a project runs on', () => {
  expect(serverLabel(OURS)).toBe('PostgreSQL 17.10 that comes with Basalt');
  expect(serverLabel(DEBIAN)).toBe('PostgreSQL 15.18 of this machine, in /usr/lib/postgresql/15');
});
