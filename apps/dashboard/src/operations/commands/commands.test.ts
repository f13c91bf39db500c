import { PROJECT_ABILITIES, PROJECT_STATUSES, type Project, type ProjectAbility } from '@basalt/contract';
import { describe, expect, test } from 'vitest';
import { COMMANDS, type CommandName, disabledReason } from './commands.ts';

const abilitiesWithout = (...missing: ProjectAbility[]) =>
  Object.fromEntries(
    PROJECT_ABILITIES.map((name) => [name, !missing.includes(name)]),
  ) as Project['abilities'];

const may = (command: CommandName, status: Project['status'], ...missing: ProjectAbility[]) =>
  disabledReason(command, {
    status,
    abilities: abilitiesWithout(...missing),
    is_attached: false,
    kept_by: null,
  });
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
    expect(names.filter((name) => may(name, status) === null)).toEqual(possible);
  });

  test('a missing permission is the first thing said, in every status', () => {
    for (const status of PROJECT_STATUSES) {
      expect(may('restore', status, 'resume_project')).toBe(
        'You need additional permissions to resume this project',
      );
    }
  });

  test('a paused project says what to do first', () =>
    expect(may('restart', 'INACTIVE')).toBe('The project is paused. Restore it first.'));

  test('each command asks for its own permission', () => {
    const status = 'ACTIVE_HEALTHY';
    expect(may('pause', status, 'restart_project')).toBeNull();
    expect(may('pause', status, 'pause_project')).toMatch(/permissions to pause/);
  });

  test('an attached database can only be left', () => {
    const project = {
      status: 'ACTIVE_HEALTHY',
      abilities: abilitiesWithout(),
      is_attached: true,
      kept_by: null,
    } as const;
    expect(names.filter((name) => disabledReason(name, project) === null)).toEqual(['delete']);
  });
});
