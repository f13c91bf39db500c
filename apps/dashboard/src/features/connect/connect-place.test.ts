import { expect, test } from 'vitest';
import { connectChoice, placeOf, remember, TAB_NAMES, TABS } from './connect-place.ts';

const { fallback } = connectChoice;

test.each([
  ['nothing: the first of all', {}, { tab: 'database', choice: 'uri' }],
  ['a tab: its first', { tab: 'orms' }, { tab: 'orms', choice: 'drizzle' }],
  ['both', { tab: 'frameworks', choice: 'vue' }, { tab: 'frameworks', choice: 'vue' }],
  ['a choice of another tab', { tab: 'orms', choice: 'vue' }, { tab: 'orms', choice: 'drizzle' }],
  ['what there is not', { tab: 'constructor', choice: '__proto__' }, { tab: 'database', choice: 'uri' }],
])('an address that says %s', (_what, asked, place) => {
  expect(placeOf(asked, fallback)).toEqual(place);
});

test('what was chosen last comes back, of each tab', () => {
  const kysely = remember(fallback, { tab: 'orms', choice: 'kysely' });
  const vue = remember(kysely, { tab: 'frameworks', choice: 'vue' });
  expect(placeOf({}, vue)).toEqual({ tab: 'frameworks', choice: 'vue' });
  expect(placeOf({ tab: 'orms' }, vue)).toEqual({ tab: 'orms', choice: 'kysely' });
  expect(placeOf({ tab: 'orms', choice: 'prisma' }, vue)).toEqual({ tab: 'orms', choice: 'prisma' });
  expect(connectChoice.parse(JSON.parse(JSON.stringify(vue)))).toEqual(vue);
});

test.each([null, 1, 'orms', [], {}, { tab: 'gone', choices: 7 }, { tab: 'gone', choices: { orms: {} } }])(
  'what storage has no use for (%j) leads to a place that is there',
  (stored) => {
    const remembered = connectChoice.parse(stored) ?? fallback;
    expect(placeOf({}, remembered)).toEqual({ tab: 'database', choice: 'uri' });
    expect(placeOf({ tab: 'orms' }, remembered).choice).toBe('drizzle');
  },
);

test('every place has a name of its own', () => {
  for (const tab of TAB_NAMES) {
    const ids = TABS[tab].guides.map(({ id }) => id);
    expect(new Set(ids).size, tab).toBe(ids.length);
  }
});
