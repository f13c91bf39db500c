import { MAX_REPORT_CARDS, type ReportContent } from '@basalt/contract';
import { expect, it } from 'vitest';
import {
  duplicated,
  EMPTY_REPORT,
  moved,
  newCard,
  withCard,
  withChanges,
  withoutCard,
} from './report-content.ts';

const card = (id: string) => newCard(id, id.toUpperCase(), { kind: 'sql', sql: 'select 1' });
const report: ReportContent = { ...EMPTY_REPORT, cards: ['a', 'b', 'c'].map(card) };
const order = ({ cards }: ReportContent) => cards.map(({ id }) => id).join('');

it.each([
  ['a', 2, 'bca'],
  ['c', 0, 'cab'],
  ['b', 99, 'acb'],
  ['b', -1, 'bac'],
  ['b', 1, 'abc'],
  ['x', 0, 'abc'],
])('moves %s to place %i', (id, to, expected) => expect(order(moved(report, id, to))).toBe(expected));

it('takes cards in and out where they were', () => {
  expect(order(withoutCard(report, 'b'))).toBe('ac');
  expect(order(withCard(withoutCard(report, 'b'), card('b'), 1))).toBe('abc');
  expect(order(duplicated(report, 'a', 'z'))).toBe('azbc');
});

it('is full at some point', () => {
  const full = { ...report, cards: Array.from({ length: MAX_REPORT_CARDS }, (_, i) => card(`${i}`)) };
  expect(withCard(full, card('more'))).toBe(full);
});

it('keeps sizes on the grid', () => {
  expect(withChanges(report, 'a', { width: 40, height: 0 }).cards[0]).toMatchObject({ width: 12, height: 2 });
});
