import { PROJECT_ABILITIES, type Project, type ProjectAbility } from '@basalt/contract';
import { expect, test } from 'vitest';
import { type BackupAct, disabledReason } from './disabled-reason.ts';

const ACTS: BackupAct[] = [
  'take',
  'manage',
  'remove',
  'restore',
  'restore-to-new',
  'download',
  'download-now',
  'amend',
];
const project = (status: Project['status'], ...missing: ProjectAbility[]) => ({
  status,
  abilities: Object.fromEntries(
    PROJECT_ABILITIES.map((name) => [name, !missing.includes(name)]),
  ) as Project['abilities'],
});
const possible = (of: ReturnType<typeof project>, isBusy = false) =>
  ACTS.filter((act) => disabledReason(act, of, isBusy) === null);

test.each<[Project['status'], BackupAct[]]>([
  ['ACTIVE_HEALTHY', ACTS],
  ['ACTIVE_UNHEALTHY', ACTS],
  ['INACTIVE', ACTS.filter((act) => act !== 'take')],
  ['UPGRADING', ['manage', 'remove', 'restore-to-new', 'download', 'amend']],
])('in %s one may %j', (status, acts) => expect(possible(project(status))).toEqual(acts));

test('while something else is done to the project, nothing else begins on it', () =>
  expect(possible(project('ACTIVE_HEALTHY'), true)).toEqual([
    'manage',
    'restore-to-new',
    'download',
    'download-now',
    'amend',
  ]));

test.each<[ProjectAbility, BackupAct[]]>([
  ['back_up', ['take', 'manage', 'remove']],
  ['restore_backup', ['restore', 'restore-to-new']],
  ['download_backup', ['download', 'download-now']],
  ['amend_subscription', ['amend']],
])('without %s one may not %j', (ability, acts) =>
  expect(ACTS.filter((act) => !possible(project('ACTIVE_HEALTHY', ability)).includes(act))).toEqual(acts),
);

test('the words about subscriptions are fixed', () =>
  expect(disabledReason('amend', project('INACTIVE', 'amend_subscription'), false)).toBe(
    'You need additional permissions to amend subscriptions.',
  ));
