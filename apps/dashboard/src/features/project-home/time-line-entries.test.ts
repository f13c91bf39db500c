import type { Operation, ProjectEvent } from '@basalt/contract';
import { expect, test } from 'vitest';
import { entriesOf, newSince } from './time-line-entries.ts';

const operation = (kind: Operation['kind'], started_at: string): Operation => ({
  id: kind,
  kind,
  state: 'done',
  reason: null,
  started_by: null,
  started_at,
  finished_at: started_at,
  steps: [],
});
const EVENTS: ProjectEvent[] = [
  { kind: 'alert', at: '2026-05-03T00:00:00.000Z', name: 'CPU', resolved_at: null },
  { kind: 'restore_point', at: '2026-05-01T00:00:00.000Z', name: 'before' },
];

test('operations and events are one line, the newest first', () => {
  const entries = entriesOf(
    [operation('back_up', '2026-05-04T00:00:00Z'), operation('pause', '2026-05-02T00:00:00Z')],
    EVENTS,
  );
  expect(entries.map(({ kind }) => kind)).toEqual(['backups', 'alerts', 'operations', 'backups']);
});

test.each([
  [null, 0],
  ['2026-04-01T00:00:00Z', 0],
  ['2026-05-02T00:00:00Z', 1],
  ['2026-06-01T00:00:00Z', 0],
])('after what was seen of %s there are %i new ones worth a line', (lastSeen, count) => {
  const entries = entriesOf([], EVENTS);
  expect(newSince(entries, lastSeen === null ? null : Date.parse(lastSeen))).toBe(count);
});
