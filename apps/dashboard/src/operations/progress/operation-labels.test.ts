import { OPERATION_KINDS, OPERATION_STATES, type Operation } from '@basalt/contract';
import { describe, expect, test } from 'vitest';
import { newestOperation, operationReport, operationTitle, shownState } from './operation-labels.ts';

const step = (name: string, title: string, state: Operation['steps'][number]['state']) => ({
  name,
  title,
  state,
  started_at: null,
  finished_at: null,
  progress: null,
});
const operation = (over: Partial<Operation>): Operation => ({
  id: 'op-1',
  kind: 'restore',
  state: 'failed',
  reason: 'The disk is full.',
  started_by: 'ada@example.com',
  started_at: '2026-01-01T00:00:00.000Z',
  finished_at: null,
  steps: [step('start', 'Start the database', 'done'), step('check', 'Check the database', 'failed')],
  ...over,
});

test('every kind has a different title for every state', () => {
  const titles = OPERATION_KINDS.flatMap((kind) =>
    OPERATION_STATES.map((state) => operationTitle({ kind, state, reason: null })),
  );
  expect(new Set(titles).size).toBe(OPERATION_KINDS.length * OPERATION_STATES.length);
});

test('what was ended on request has not failed', () => {
  const reason = 'It was given up on request.';
  expect(shownState({ state: 'failed', reason })).toBe('cancelled');
  expect(operationTitle({ kind: 'upgrade', state: 'failed', reason })).toBe('Upgrading was canceled');
  expect(shownState({ state: 'failed', reason: 'The disk is full.' })).toBe('failed');
  expect(shownState({ state: 'done', reason: null })).toBe('done');
});

test('a report says what, why and how far', () => {
  expect(operationReport('abcdefghijklmnopqrst', operation({}))).toBe(
    [
      'Project: abcdefghijklmnopqrst',
      'Operation: restore op-1',
      'Started: 2026-01-01T00:00:00.000Z',
      'Reason: The disk is full.',
      'Steps:',
      '- Start the database: done',
      '- Check the database: failed',
    ].join('\n'),
  );
});

describe('newestOperation', () => {
  const older = operation({ id: 'older', kind: 'pause', started_at: '2026-01-01T00:00:00.000Z' });
  const newer = operation({ id: 'newer', kind: 'pause', started_at: '2026-02-01T00:00:00.000Z' });
  const other = operation({ id: 'other', kind: 'restore', started_at: '2026-03-01T00:00:00.000Z' });

  test('does not depend on the order of the list', () => {
    expect(newestOperation([older, newer, other], ['pause'])?.id).toBe('newer');
    expect(newestOperation([newer, other, older], ['pause'])?.id).toBe('newer');
  });
  test('looks at all the kinds that are asked for', () =>
    expect(newestOperation([older, other], ['pause', 'restore'])?.id).toBe('other'));
  test('may find nothing', () => expect(newestOperation([older], ['create'])).toBeUndefined());
});
