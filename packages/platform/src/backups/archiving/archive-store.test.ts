import { expect, it } from 'vitest';
import { archiveHealth } from './archive-store.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const running = { status: 'ACTIVE_HEALTHY', created_at: ago(86_400) } as const;
const until = (latest: Date) => ({ earliest: ago(50_000), latest, timeline: 1 });
const failing = { problem: 'The disk is full.', failing_since: ago(9) };

it.each([
  ['what the archiver says', failing, until(ago(9)), running, 'The disk is full.'],
  [
    'it also of a paused project',
    failing,
    until(ago(9)),
    { ...running, status: 'INACTIVE' } as const,
    'The disk is full.',
  ],
  ['nothing while all is well', null, until(ago(1)), running, null],
  ['silence', null, until(ago(61)), running, 'Changes have not reached the archive for more than a minute.'],
  [
    'no silence of a paused project',
    null,
    until(ago(9_999)),
    { ...running, status: 'INACTIVE' } as const,
    null,
  ],
  ['no missing backup of a new project', null, null, { ...running, created_at: ago(90) }, null],
  [
    'a missing backup',
    null,
    null,
    running,
    'No moment can be restored, because there is no good backup to begin with. Take one now.',
  ],
])('tells %s', (_, state, window, project, problem) => {
  expect(archiveHealth(state, window, project, NOW).problem).toBe(problem);
});
