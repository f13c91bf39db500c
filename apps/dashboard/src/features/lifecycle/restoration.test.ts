import { OPERATION_KINDS, TRANSITIONS } from '@basalt/contract';
import { expect, test } from 'vitest';
import { RESTORE_KINDS, restorationLabels, wasTakenBack } from './restoration.ts';

test('every operation that shows a project as being restored is known', () => {
  const restoring = Object.entries(TRANSITIONS).filter(([, { during }]) => during === 'RESTORING');
  expect(restoring.map(([kind]) => kind).sort()).toEqual([...RESTORE_KINDS].sort());
});

test.each(OPERATION_KINDS)('the page has words while %s is the newest operation', (kind) => {
  expect(restorationLabels(kind).running('Quarry')).toContain('Quarry');
  expect(restorationLabels(kind).done('Quarry')).toContain('Quarry');
});

test('a restoration that replaces data says that the former data is kept', () => {
  expect(restorationLabels('restore_backup').running('Quarry')).toContain('is kept');
  expect(restorationLabels('restore').running('Quarry')).not.toContain('is kept');
});

test.each([
  [undefined, false],
  [{ state: 'running' as const }, false],
  [{ state: 'done' as const }, false],
  [{ state: 'failed' as const }, true],
])('%j was taken back: %s', (operation, expected) => expect(wasTakenBack(operation)).toBe(expected));
