import { describe, expect, it } from 'vitest';
import { findProject, unknownTenant } from './find-project.ts';

const REF = 'abcdefghijklmnopqrst';
const OTHER = 'zzzzzzzzzzzzzzzzzzzz';

/** @param asked user and options, and the host of the TLS handshake */
function find(asked: { user: string; options?: string; host?: string; database?: string }) {
  const { user, options, host, database } = asked;
  return findProject(
    [
      ['user', user],
      ...(database === undefined ? [] : ([['database', database]] as [string, string][])),
      ...(options === undefined ? [] : ([['options', options]] as [string, string][])),
      ['application_name', 'psql'],
    ],
    host ?? null,
  );
}

describe('findProject', () => {
  it.each([
    ['behind the last dot of the user', { user: `postgres.${REF}` }, 'postgres'],
    ['also of a role with dots', { user: `app.reader.${REF}` }, 'app.reader'],
    ['by the user before an option', { user: `postgres.${REF}`, options: `reference=${OTHER}` }, 'postgres'],
    ['by an option', { user: 'postgres', options: `-c reference=${REF}` }, 'postgres'],
    ['by an option written together', { user: 'postgres', options: `-creference=${REF}` }, 'postgres'],
    ['by the host', { user: 'postgres', host: `db.${REF}.basalt.localhost` }, 'postgres'],
    ['by a role of the command line', { user: `cli_login_${REF}` }, `cli_login_${REF}`],
    ['by one that reads only', { user: `cli_login_read_only_${REF}` }, `cli_login_read_only_${REF}`],
  ])('finds the project %s', (_, asked, role) => {
    expect(find(asked)).toMatchObject({ ref: REF, role });
  });

  it.each([
    ['nothing', { user: 'postgres' }],
    ['a suffix of another form', { user: 'postgres.ABCDEFGHIJKLMNOPQRST' }],
    ['a suffix without a role', { user: `.${REF}` }],
    ['a path', { user: 'postgres', options: 'reference=../../etc' }],
    ['a host of another kind', { user: 'postgres', host: `${REF}.basalt.localhost` }],
  ])('finds none by %s', (_, asked) => {
    expect(find(asked)).toEqual(unknownTenant);
  });

  it('passes on what is for the database, and takes its own option away', () => {
    const found = find({
      user: 'postgres',
      options: `-c search_path=a\\ b reference=${REF} -c statement_timeout=1`,
    });
    expect(found).toEqual({
      ref: REF,
      role: 'postgres',
      database: 'postgres',
      settings: [
        ['application_name', 'psql'],
        ['options', '-c search_path=a\\ b -c statement_timeout=1'],
      ],
    });
  });

  it('takes the name of the role for the database where none is named, as PostgreSQL does', () => {
    expect(find({ user: `app.${REF}` })).toMatchObject({ database: 'app' });
    expect(find({ user: `app.${REF}`, database: 'other' })).toMatchObject({ database: 'other' });
  });
});
