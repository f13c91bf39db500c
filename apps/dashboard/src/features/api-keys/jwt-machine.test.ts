import type { JwtUpdateStatus } from '@basalt/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IDLE, type JwtEvent, type JwtState, jwtKeysState, jwtReducer } from './jwt-machine.ts';

function told(status: JwtUpdateStatus['status'], id = 'new', progress = 0): JwtEvent {
  const error = status === 'failed' ? 'The disk is full.' : null;
  return { type: 'told', status: { change_tracking_id: id, error, progress, status } };
}
const ask: JwtEvent = { type: 'ask' };
const cancel: JwtEvent = { type: 'cancel' };
const send: JwtEvent = { type: 'send', seen: 'old' };
const refused: JwtEvent = { type: 'refused' };
const dismiss: JwtEvent = { type: 'dismiss' };
const never: JwtEvent = { type: 'told', status: null };

describe('jwtReducer', () => {
  test.each<[string, JwtEvent[], JwtState['is']]>([
    ['never changed', [never], 'idle'],
    ['changed long ago', [told('updated', 'old')], 'idle'],
    ['asked and thought better of it', [ask, cancel], 'idle'],
    ['sent', [ask, send], 'confirming'],
    ['sent, too late to cancel', [ask, send, cancel], 'confirming'],
    ['refused, the question stays', [ask, send, refused], 'confirming'],
    ['accepted', [ask, send, told('updating')], 'updating'],
    ['through', [ask, send, told('updating'), told('updated')], 'updated'],
    ['so quick that nobody saw it', [ask, send, told('updated')], 'updated'],
    ['seen', [ask, send, told('updated'), dismiss], 'idle'],
    ['told again afterwards', [ask, send, told('updated'), dismiss, told('updated')], 'idle'],
    ['went wrong', [ask, send, told('updating'), told('failed')], 'failed'],
    ['late event of the change before', [ask, send, told('updated', 'old')], 'confirming'],
    [
      'late event of the change before, after ours began',
      [ask, send, told('updating'), told('updated', 'old')],
      'updating',
    ],
    ['under way when the page opens', [told('updating', 'theirs')], 'updating'],
    ['begun by somebody else meanwhile', [ask, told('updating', 'theirs')], 'updating'],
    ['ended by somebody else meanwhile', [ask, told('updated', 'theirs')], 'confirming'],
    ['failed before the page opened', [told('failed', 'old')], 'failed'],
    ['a failure stays a failure', [told('failed', 'old'), dismiss, told('failed', 'old')], 'failed'],
    ['tried again after a failure', [told('failed', 'old'), ask, send, told('updated')], 'updated'],
    ['back to the failure', [told('failed', 'old'), ask, cancel], 'failed'],
    ['mended by somebody else', [told('failed', 'old'), told('updated', 'theirs')], 'idle'],
    ['asked while updating', [told('updating'), ask], 'updating'],
  ])('%s', (_, events, expected) => {
    expect(events.reduce(jwtReducer, IDLE).is).toBe(expected);
  });

  test('progress and reason are the server’s', () => {
    expect([told('updating', 'new', 50)].reduce(jwtReducer, IDLE)).toMatchObject({ progress: 50 });
    expect([told('failed')].reduce(jwtReducer, IDLE)).toMatchObject({ reason: 'The disk is full.' });
  });

  test('the same event twice draws nothing anew', () => {
    const once = jwtReducer(IDLE, told('updating', 'new', 50));
    expect(jwtReducer(once, told('updating', 'new', 50))).toBe(once);
  });

  test('success is only ever announced after a change was seen or sent', () => {
    const events = fc.array(
      fc.constantFrom(
        ask,
        cancel,
        send,
        refused,
        dismiss,
        never,
        ...(['updating', 'updated', 'failed'] as const).flatMap((status) => [
          told(status, 'old'),
          told(status),
        ]),
      ),
    );
    fc.assert(
      fc.property(events, (sequence) => {
        let state = IDLE;
        for (const event of sequence) {
          const next = jwtReducer(state, event);
          if (next.is === 'updated' && state.is !== 'updated') {
            expect(event.type === 'cancel' || state.is === 'updating' || state.is === 'confirming').toBe(
              true,
            );
          }
          state = next;
        }
      }),
    );
  });
});

describe('jwtKeysState', () => {
  test.each<[string, JwtEvent[], string]>([
    ['nothing happens', [], 'ready'],
    ['somebody thinks about it', [ask], 'ready'],
    ['a change is under way', [told('updating')], 'updating'],
    ['a change is through', [told('updating'), told('updated')], 'ready'],
    ['a change has failed', [told('failed')], 'failed'],
    ['somebody thinks about trying again', [told('failed'), ask], 'failed'],
  ])('%s', (_, events, expected) => {
    expect(jwtKeysState(events.reduce(jwtReducer, IDLE))).toBe(expected);
  });
});
