import { expect, it } from 'vitest';
import { assertRecoverable } from './recovery-request.ts';

const window = {
  earliest: new Date('2026-03-10T03:00:00Z'),
  latest: new Date('2026-03-11T12:00:00Z'),
  timeline: 1,
};
const NOW = new Date('2026-03-11T12:00:01Z');

it.each([
  ['2026-03-10T03:00:00Z', window, null],
  ['2026-03-11T12:00:00Z', window, null],
  [
    '2026-03-10T02:59:59.999Z',
    window,
    'This moment cannot be restored. Choose one from 2026-03-10T03:00:00.000Z',
  ],
  ['2026-03-11T12:00:00.001Z', window, 'to 2026-03-11T12:00:00.000Z.'],
  ['2026-03-11T12:00:02Z', window, 'This moment is still to come.'],
  ['2026-03-11T12:00:00Z', null, 'No moment can be restored yet'],
])('%s', (at, known, refusal) => {
  const check = () => assertRecoverable(new Date(at), known, NOW);
  if (refusal === null) expect(check).not.toThrow();
  else expect(check).toThrow(refusal);
});
