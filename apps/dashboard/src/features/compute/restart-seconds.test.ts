import type { Operation } from '@basalt/contract';
import { expect, it } from 'vitest';
import { restartSeconds } from './restart-seconds.ts';

const operation = (
  kind: Operation['kind'],
  state: Operation['state'],
  milliseconds: number | null,
): Operation => ({
  id: '1',
  kind,
  state,
  reason: null,
  started_by: null,
  started_at: new Date(0).toISOString(),
  finished_at: milliseconds === null ? null : new Date(milliseconds).toISOString(),
  steps: [],
});

it.each([
  ['is usual while nothing is known', undefined, 3],
  ['is usual where nothing was restarted', [operation('create', 'done', 9_000)], 3],
  ['is what the newest one took', [operation('resize', 'done', 4_100), operation('restart', 'done', 900)], 5],
  ['is never nothing', [operation('restart', 'done', 20)], 1],
  [
    'ignores one that failed',
    [operation('resize', 'failed', 60_000), operation('restart', 'done', 1_500)],
    2,
  ],
])('a restart %s', (_, operations, seconds) => {
  expect(restartSeconds({ kept_by: null }, operations)).toBe(seconds);
});

it('takes longer in Kubernetes, as far as nothing is known', () => {
  expect(restartSeconds({ kept_by: 'kubernetes' }, [])).toBe(60);
});
