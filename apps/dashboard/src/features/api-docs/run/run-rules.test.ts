import { expect, test } from 'vitest';
import type { Request } from '../snippets/curl.ts';
import { bodyText } from './body-text.ts';
import { nextRun, type RunEvent, type RunState } from './run-machine.ts';
import { effectOf, requestLine, runsInPlace } from './run-rules.ts';
import type { RunAnswer } from './send-request.ts';

const PROJECT = { restUrl: 'http://127.0.0.1:8001/abcdefghijklmnopqrst/rest/v1/' };
const BASE = 'http://127.0.0.1:8001/abcdefghijklmnopqrst';
const to = (path: string, more: Partial<Request> = {}): Request => ({
  url: `${BASE}${path}`,
  headers: [],
  ...more,
});

test.each([
  ['a read', to('/rest/v1/stones'), true, 'none'],
  ['an insert', to('/rest/v1/stones', { method: 'POST' }), true, 'undoable'],
  ['a function that only reads', to('/rest/v1/rpc/f', { method: 'POST', isRead: true }), true, 'none'],
  ['a function that may write', to('/rest/v1/rpc/f', { method: 'POST' }), true, 'undoable'],
  ['signing up', to('/auth/v1/signup', { method: 'POST' }), true, 'lasting'],
  ['deleting a file', to('/storage/v1/object/b', { method: 'DELETE' }), true, 'lasting'],
  ['what only curl does', to('/auth/v1/authorize', { options: ['-o /dev/null'] }), false, 'none'],
  ['another project', { url: `${BASE}x/rest/v1/stones`, headers: [] }, false, 'none'],
  ['the platform', { url: 'http://127.0.0.1:8000/v1/projects', headers: [] }, false, 'none'],
] as const)('%s', (_, request, runs, effect) => {
  expect(runsInPlace(request, PROJECT)).toBe(runs);
  expect(effectOf(request, PROJECT)).toBe(effect);
});

test('the line of a request leaves out where the project is', () =>
  expect(requestLine(to('/rest/v1/stones?id=eq.1', { method: 'DELETE' }), PROJECT)).toBe(
    'DELETE /rest/v1/stones?id=eq.1',
  ));

test.each([
  ['{"a":1}', '{\n  "a": 1\n}'],
  ['[{"id":12345678901234567890}]', '[{"id":12345678901234567890}]'],
  ['{"a"', '{"a"'],
  ['Hello', 'Hello'],
])('the body %s', (body, shown) => expect(bodyText(body)).toBe(shown));

const ANSWER = { status: 200 } as RunAnswer;
const STATES: RunState[] = [
  { is: 'idle' },
  { is: 'asking' },
  { is: 'running' },
  { is: 'answered', answer: ANSWER },
  { is: 'failed', message: 'no' },
];

test.each<[RunEvent, RunState['is'][]]>([
  [{ type: 'press', asks: false }, ['running', 'running', 'running', 'running', 'running']],
  [{ type: 'press', asks: true }, ['asking', 'asking', 'running', 'asking', 'asking']],
  [{ type: 'confirm' }, ['idle', 'running', 'running', 'answered', 'failed']],
  [{ type: 'leave' }, ['idle', 'idle', 'idle', 'idle', 'idle']],
  [{ type: 'answer', answer: ANSWER }, ['idle', 'asking', 'answered', 'answered', 'failed']],
  [{ type: 'fail', message: 'no' }, ['idle', 'asking', 'failed', 'answered', 'failed']],
])('%j', (event, expected) => expect(STATES.map((state) => nextRun(state, event).is)).toEqual(expected));
