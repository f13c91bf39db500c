import { type ResourceWarnings, WARNING_KINDS } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { cardLine } from './card-line.ts';

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

describe('the line of a project in a list', () => {
  it.each([
    ['ACTIVE_HEALTHY', {}, null],
    ['ACTIVE_HEALTHY', { disk_space_exhaustion: 'warning' }, ['warn', 'The disk is filling up']],
    ['ACTIVE_HEALTHY', { cpu_exhaustion: 'critical' }, ['danger', 'The processors are busy']],
    ['ACTIVE_HEALTHY', { connection_exhaustion: 'warning' }, ['warn', 'Connections are running out']],
    ['ACTIVE_HEALTHY', { is_readonly_mode_enabled: true }, ['danger', 'Read-only: the disk is full']],
    [
      'ACTIVE_HEALTHY',
      { backup_problem: 'The disk for backups is full.' },
      ['warn', 'Backups have a problem'],
    ],
    [
      'ACTIVE_HEALTHY',
      { backup_problem: 'The disk for backups is full.', cpu_exhaustion: 'warning' },
      ['warn', 'The processors are busy'],
    ],
    ['INACTIVE', { disk_space_exhaustion: 'critical' }, ['neutral', 'Project is paused']],
    ['UPGRADING', { is_readonly_mode_enabled: true }, ['warn', 'Project is upgrading']],
    ['RESTORE_FAILED', {}, ['danger', 'Restoring the project failed']],
  ] as const)('%s with %j', (status, warnings, expected) => {
    const line = cardLine(status, { ...NONE, ...warnings });
    expect(line === null ? null : [line.tone, line.text]).toEqual(expected);
  });

  it('says nothing of a healthy project while nothing is known', () => {
    expect(cardLine('ACTIVE_HEALTHY', undefined)).toBeNull();
    expect(cardLine('PAUSING', undefined)?.text).toBe('Project is pausing');
  });

  it.each(WARNING_KINDS)('%s has its own words', (kind) => {
    const texts = WARNING_KINDS.map(
      (each) => cardLine('ACTIVE_HEALTHY', { ...NONE, [each]: 'warning' })?.text,
    );
    const own = cardLine('ACTIVE_HEALTHY', { ...NONE, [kind]: 'warning' })?.text;
    expect(texts.filter((text) => text === own)).toHaveLength(1);
  });
});
