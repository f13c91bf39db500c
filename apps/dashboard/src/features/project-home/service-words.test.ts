import { expect, test } from 'vitest';
import { serviceWords } from './service-words.ts';

const well = { healthy: true, status: 'ACTIVE_HEALTHY' } as const;
const ill = (error: string) => ({ healthy: false, status: 'UNHEALTHY', error }) as const;

test.each([
  ['one that answers', well, { tone: 'ok', text: 'healthy', why: null }],
  [
    'one that starts',
    { healthy: false, status: 'COMING_UP' } as const,
    { tone: 'idle', text: 'starting', why: null },
  ],
  [
    'one that is broken',
    ill('No connection.'),
    { tone: 'danger', text: 'does not answer', why: 'No connection.' },
  ],
  [
    'one that is off on purpose',
    ill('The Data API is switched off in the settings of the project.'),
    { tone: 'idle', text: 'switched off', why: null },
  ],
])('%s', (_what, health, words) => {
  expect(serviceWords('ACTIVE_HEALTHY', health, false)).toEqual(words);
});

test('what was not asked yet is not made up', () => {
  expect(serviceWords('ACTIVE_HEALTHY', undefined, false)).toBeNull();
  expect(serviceWords('ACTIVE_HEALTHY', undefined, true)).toMatchObject({ text: 'not known' });
  expect(serviceWords('INACTIVE', undefined, false)).toMatchObject({ tone: 'idle', text: 'not running' });
});
