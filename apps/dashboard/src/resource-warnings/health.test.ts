import { type ResourceWarnings, WARNING_KINDS } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { healthOf, onBanner, problemsOf } from './health.ts';

const WELL: ResourceWarnings = {
  project: 'abcdefghijklmnopqrst',
  is_readonly_mode_enabled: false,
  disk_io_exhaustion: null,
  disk_space_exhaustion: null,
  cpu_exhaustion: null,
  memory_and_swap_exhaustion: null,
  auth_rate_limit_exhaustion: null,
  connection_exhaustion: null,
  temporary_files_ended: null,
  backup_problem: null,
};
const ACTIVE = {
  status: 'ACTIVE_HEALTHY',
  status_reason: null,
  postgrestStatus: 'ONLINE',
  is_readonly_mode_enabled: false,
  connection_exhaustion: null,
  temporary_files_ended: null,
} as const;
const HOME = '/project/abcdefghijklmnopqrst';

describe('the health of a project', () => {
  it.each([
    [{}, {}, ['ok', 'Active', null]],
    [{}, { disk_space_exhaustion: 'warning' }, ['warn', 'The disk is filling up', 'disk_space_exhaustion']],
    [{}, { cpu_exhaustion: 'critical' }, ['danger', 'The processors are busy', 'cpu_exhaustion']],
    [
      { connection_exhaustion: 'warning' },
      {},
      ['warn', 'Connections are running out', 'connection_exhaustion'],
    ],
    [
      { is_readonly_mode_enabled: true, connection_exhaustion: 'warning' },
      { cpu_exhaustion: 'critical' },
      ['danger', 'Read-only: the disk is full', 'is_readonly_mode_enabled'],
    ],
    [
      {},
      { cpu_exhaustion: 'warning', disk_io_exhaustion: 'critical' },
      ['danger', 'Several resources are running out', 'multiple_resource_warnings'],
    ],
    [{}, { backup_problem: 'It is full.' }, ['warn', 'Backups have a problem', 'backup_problem']],
    [
      {},
      { backup_problem: 'It is full.', cpu_exhaustion: 'warning' },
      ['warn', 'The processors are busy', 'cpu_exhaustion'],
    ],
    [
      { postgrestStatus: 'OFFLINE', is_readonly_mode_enabled: true },
      {},
      ['danger', 'API down', 'not_answering'],
    ],
    [{ status: 'ACTIVE_UNHEALTHY' }, {}, ['danger', 'Database down', 'not_answering']],
    [{ status: 'INACTIVE' }, { disk_space_exhaustion: 'critical' }, ['idle', 'Paused', 'state']],
    [{ status: 'UPGRADING', is_readonly_mode_enabled: true }, {}, ['live', 'Upgrading', 'state']],
    [{ status: 'RESTORE_FAILED' }, {}, ['danger', 'Restore failed', 'state']],
  ] as const)('of %j with %j is %j', (project, warnings, expected) => {
    const { tone, label, cause } = healthOf({ ...ACTIVE, ...project }, { ...WELL, ...warnings });
    expect([tone, label, cause?.kind ?? null]).toEqual(expected);
  });

  it('is what the record of the project says while its warnings are not known, or are older', () => {
    expect(healthOf(ACTIVE, undefined).cause).toBeNull();
    expect(healthOf({ ...ACTIVE, is_readonly_mode_enabled: true }, undefined).cause).not.toBeNull();
    expect(healthOf(ACTIVE, { ...WELL, is_readonly_mode_enabled: true }).cause).toBeNull();
  });

  it.each(WARNING_KINDS)('has words of its own for %s', (kind) => {
    const labelOf = (each: string) =>
      healthOf(
        { ...ACTIVE, ...(each === 'connection_exhaustion' && { [each]: 'warning' as const }) },
        { ...WELL, [each]: 'warning' },
      ).label;
    expect(WARNING_KINDS.filter((each) => labelOf(each) === labelOf(kind))).toEqual([kind]);
  });

  it('takes no notice of warnings that nobody knows', () => {
    expect(problemsOf(ACTIVE, { ...WELL, need_pitr: 'critical' } as ResourceWarnings)).toEqual([]);
  });
});

describe('the banner', () => {
  const ended = { at: '2026-01-31T12:00:00Z', bytes: 1_048_576 };
  const all = problemsOf(
    { ...ACTIVE, status: 'ACTIVE_UNHEALTHY', temporary_files_ended: ended },
    { ...WELL, cpu_exhaustion: 'critical', backup_problem: 'It is full.' },
  );

  it.each([
    ['/sql', []],
    ['', ['not_answering']],
    ['/usage', ['cpu_exhaustion']],
    ['/settings/infrastructure', ['cpu_exhaustion']],
    ['/settings/database', []],
    ['/database/backups/scheduled', ['backup_problem']],
  ])('leaves to the page %s what it shows in full: %j', (page, left) => {
    const shown = onBanner(all, HOME + page);
    expect(all.filter((problem) => !shown.includes(problem)).map(({ kind }) => kind)).toEqual(left);
  });

  it('leaves the read-only mode to the settings of the database', () => {
    const problems = problemsOf({ ...ACTIVE, is_readonly_mode_enabled: true }, WELL);
    expect(onBanner(problems, `${HOME}/settings/database`)).toEqual([]);
    expect(onBanner(problems, `${HOME}/usage`)).toHaveLength(1);
  });

  it('tells of everything that is wrong, the worst first', () => {
    expect(all.map(({ kind }) => kind)).toEqual([
      'not_answering',
      'cpu_exhaustion',
      'temporary_files',
      'backup_problem',
    ]);
  });
});
