import { expect, test } from 'vitest';
import { serviceLabels } from './service-labels.ts';

test.each([
  ['one that answers', { state: 'answering' }, { tone: 'ok', text: 'healthy', why: null }],
  ['one that starts', { state: 'starting' }, { tone: 'idle', text: 'starting', why: null }],
  [
    'one whose project has just stopped',
    { state: 'stopped', error: 'The project does not answer: it is paused.' },
    { tone: 'idle', text: 'not running', why: null },
  ],
  [
    'one that is broken, whatever its words',
    { state: 'failing', error: 'The light is switched off.' },
    { tone: 'danger', text: 'does not answer', why: 'The light is switched off.' },
  ],
  [
    'one that is off on purpose',
    { state: 'off', error: 'It is off in the settings of the project.' },
    { tone: 'idle', text: 'switched off', why: null },
  ],
] as const)('%s', (_what, health, words) => {
  expect(serviceLabels('ACTIVE_HEALTHY', health, false)).toEqual(words);
});

test('what was not asked yet is not made up', () => {
  expect(serviceLabels('ACTIVE_HEALTHY', undefined, false)).toBeNull();
  expect(serviceLabels('ACTIVE_HEALTHY', undefined, true)).toMatchObject({ text: 'not known' });
  expect(serviceLabels('INACTIVE', undefined, false)).toMatchObject({ tone: 'idle', text: 'not running' });
});
