import { PROJECT_ABILITIES, PROJECT_STATUSES, type Project, type ProjectAbility } from '@basalt/contract';
import { describe, expect, test } from 'vitest';
import { COMMANDS, type CommandName, disabledReason } from './commands.ts';

const abilitiesWithout = (...missing: ProjectAbility[]) =>
  Object.fromEntries(
    PROJECT_ABILITIES.map((name) => [name, !missing.includes(name)]),
  ) as Project['abilities'];

const names = Object.keys(COMMANDS) as CommandName[];

describe('disabledReason', () => {
  test.each<[Project['status'], CommandName[]]>([
    ['ACTIVE_HEALTHY', ['pause', 'restart', 'delete']],
    ['ACTIVE_UNHEALTHY', ['pause', 'restart', 'delete']],
    ['INACTIVE', ['restore', 'delete']],
    ['PAUSE_FAILED', ['pause', 'restore', 'delete']],
    ['RESTORE_FAILED', ['pause', 'restore', 'delete']],
    ['INIT_FAILED', ['delete']],
    ['UNKNOWN', ['delete']],
    ['RESTARTING', []],
    ['COMING_UP', []],
    ['GOING_DOWN', []],
  ])('in %s one may %j', (status, possible) => {
    expect(
      names.filter((name) => disabledReason(name, { status, abilities: abilitiesWithout() }) === null),
    ).toEqual(possible);
  });

  test('a missing permission is the first thing said, in every status', () => {
    for (const status of PROJECT_STATUSES) {
      expect(disabledReason('restore', { status, abilities: abilitiesWithout('resume_project') })).toBe(
        'You need additional permissions to resume this project',
      );
    }
  });

  test('a paused project says what to do first', () =>
    expect(disabledReason('restart', { status: 'INACTIVE', abilities: abilitiesWithout() })).toBe(
      'The project is paused. Restore it first.',
    ));

  test('each command asks for its own permission', () => {
    const status = 'ACTIVE_HEALTHY';
    expect(disabledReason('pause', { status, abilities: abilitiesWithout('restart_project') })).toBeNull();
    expect(disabledReason('pause', { status, abilities: abilitiesWithout('pause_project') })).toMatch(
      /permissions to pause/,
    );
  });
});
