import { expect, it } from 'vitest';
import { awayLabels, eligibilityFacts, versionFact } from './eligibility-facts.ts';

it.each([
  [0, 'about 5 seconds'],
  [6, 'about 10 seconds'],
  [90, 'about 90 seconds'],
  [91, 'about 2 minutes'],
  [3_600, 'about 60 minutes'],
  [7_300, 'about 3 hours'],
])('%i s are %s', (seconds, words) => {
  expect(awayLabels(seconds)).toBe(words);
});

it('says how much is copied and what is free, where that is known', () => {
  const version = { version: 'supabase-postgres-15', postgres_engine: '15', release_channel: 'ga' } as const;
  const eligibility = {
    eligible: true,
    current_version: version,
    target_versions: [],
    blockers: [],
    data_bytes: 50 * 1024 ** 2,
    free_bytes: 2 * 1024 ** 3,
    estimated_seconds: 6,
    in_place: false,
    has_archive: false,
  };
  const values = (free_bytes: number | null) =>
    eligibilityFacts(
      { postgres_version: '15.18', postgres_installation: null },
      { ...eligibility, free_bytes },
    ).map(({ value }) => value);
  expect(values(eligibility.free_bytes)).toEqual([
    'PostgreSQL 15.18',
    '50.0 MB; 2.0 GB are free on the disk',
    'about 10 seconds',
  ]);
  expect(values(null)[1]).toBe('50.0 MB');
});

it('says what leads back from an upgrade in place', () => {
  const version = { version: 'supabase-postgres-17', postgres_engine: '17', release_channel: 'ga' } as const;
  const wayBack = (has_archive: boolean) =>
    eligibilityFacts(
      { postgres_version: '17.5', postgres_installation: null },
      {
        eligible: true,
        current_version: version,
        target_versions: [],
        blockers: [],
        data_bytes: 50 * 1024 ** 2,
        free_bytes: null,
        estimated_seconds: 180,
        in_place: true,
        has_archive,
      },
    ).at(-1);
  expect(wayBack(true)?.value).toBe('Into a new project, from the archive. Not in place.');
  expect(wayBack(false)?.value).toBe('None: this installation names no object store.');
});

it('says where a PostgreSQL of the machine is', () => {
  const project = { postgres_version: '15.18', postgres_installation: '/usr/lib/postgresql/15' };
  expect(versionFact(project).value).toBe('PostgreSQL 15.18 of this machine, in /usr/lib/postgresql/15');
});
