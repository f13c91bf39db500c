import { PROJECT_ABILITIES, type Project } from '@basalt/contract';
import { describe, expect, test } from 'vitest';
import { downloadSource, whyNoDownload } from './download-source.ts';

describe('downloadSource', () => {
  test.each<[Project['status'], number | null | undefined, number | null]>([
    ['ACTIVE_HEALTHY', 7, 0],
    ['INACTIVE', null, 0],
    ['INACTIVE', 7, 0],
    ['RESTORE_FAILED', 7, 0],
    ['PAUSE_FAILED', null, 0],
    ['RESTORING', 7, 7],
    ['RESTORING', null, null],
    ['RESTORING', undefined, null],
    ['INIT_FAILED', null, null],
    ['UPGRADING', 7, 7],
  ])('in %s with the newest backup %s: %s', (status, latest, source) =>
    expect(downloadSource(status, latest)).toBe(source),
  );
});

describe('whyNoDownload', () => {
  const project = (may: boolean) => ({
    abilities: Object.fromEntries(PROJECT_ABILITIES.map((name) => [name, may])) as Project['abilities'],
  });
  test.each([
    [true, 0, null],
    [true, 7, null],
    [true, null, 'No backups available for download'],
    [false, 0, 'You need additional permissions to download backups'],
    [false, null, 'You need additional permissions to download backups'],
  ])('permitted %s, source %s: %s', (may, source, reason) =>
    expect(whyNoDownload(project(may), source)).toBe(reason),
  );
});
