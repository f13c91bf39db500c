import type { ResourceWarnings } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { chooseWarning, correctionOf, documentOf } from './choose-warning.ts';

const NONE: ResourceWarnings = {
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
const HOME = '/project/abcdefghijklmnopqrst';
const on = (page: string, warnings: object = {}) => chooseWarning({ ...NONE, ...warnings }, `${HOME}${page}`);

describe('the banner', () => {
  it.each([
    ['nothing is active', {}, null],
    ['something nobody knows', { need_pitr: 'critical' }, null],
    ['backups alone, which have a banner of their own', { backup_problem: 'The archive fails.' }, null],
    ['one warning', { cpu_exhaustion: 'warning' }, ['cpu_exhaustion', 'warning']],
    ['one critical', { disk_space_exhaustion: 'critical' }, ['disk_space_exhaustion', 'critical']],
    [
      'two warnings',
      { cpu_exhaustion: 'warning', disk_io_exhaustion: 'warning' },
      ['multiple_resource_warnings', 'warning'],
    ],
    [
      'several, one of them critical',
      { cpu_exhaustion: 'warning', disk_io_exhaustion: 'critical', auth_rate_limit_exhaustion: 'warning' },
      ['multiple_resource_warnings', 'critical'],
    ],
    [
      'read-only beats everything and is critical',
      { is_readonly_mode_enabled: true, cpu_exhaustion: 'warning', disk_space_exhaustion: 'critical' },
      ['is_readonly_mode_enabled', 'critical'],
    ],
  ])('%s', (_, warnings, shown) => {
    expect(on('', warnings)).toEqual(shown === null ? null : { kind: shown[0], level: shown[1] });
  });

  it('is not there before anything is known', () => {
    expect(chooseWarning(undefined, HOME)).toBeNull();
  });

  it.each([
    ['/usage', true, false],
    ['/settings/infrastructure', true, false],
    ['/settings/database', false, true],
    ['/settings/compute-and-disk', false, false],
    ['/sql', false, false],
    ['', false, false],
  ])('on %s: hidden %s, in read-only mode %s', (page, isHidden, isHiddenReadOnly) => {
    expect(on(page, { cpu_exhaustion: 'critical' }) === null).toBe(isHidden);
    expect(on(page, { is_readonly_mode_enabled: true }) === null).toBe(isHiddenReadOnly);
  });
});

describe('the correction', () => {
  it.each([
    ['multiple_resource_warnings', 'pro', { page: 'infrastructure' }],
    ['multiple_resource_warnings', 'free', { page: 'infrastructure' }],
    ['disk_space_exhaustion', 'free', { page: 'database' }],
    ['is_readonly_mode_enabled', 'free', { page: 'database' }],
    ['auth_rate_limit_exhaustion', 'free', { page: 'smtp' }],
    ['connection_exhaustion', 'free', { page: 'running-queries' }],
    ['cpu_exhaustion', 'pro', { page: 'infrastructure', hash: 'cpu' }],
    ['memory_and_swap_exhaustion', 'team', { page: 'infrastructure', hash: 'ram' }],
    ['disk_io_exhaustion', 'enterprise', { page: 'infrastructure', hash: 'disk_io' }],
    ['cpu_exhaustion', 'free', { page: 'billing' }],
    ['memory_and_swap_exhaustion', 'free', { page: 'billing' }],
    ['disk_io_exhaustion', 'free', { page: 'billing' }],
  ] as const)('of %s on the plan %s is at %j', (kind, plan, correction) => {
    expect(correctionOf({ kind }, plan)).toEqual(correction);
  });
});

describe('the document', () => {
  it.each([
    ['is_readonly_mode_enabled', { name: 'compute-and-disk', hash: 'read-only-mode' }],
    ['disk_space_exhaustion', { name: 'compute-and-disk', hash: 'disk' }],
    ['cpu_exhaustion', { name: 'compute-and-disk', hash: 'what-is-measured-and-when-it-warns' }],
    ['connection_exhaustion', { name: 'compute-and-disk', hash: 'connections' }],
    ['auth_rate_limit_exhaustion', { name: 'project-api', hash: 'authentication-authv1' }],
    ['multiple_resource_warnings', null],
  ] as const)('of %s is %j', (kind, expected) => {
    expect(documentOf(kind)).toEqual(expected);
  });
});
