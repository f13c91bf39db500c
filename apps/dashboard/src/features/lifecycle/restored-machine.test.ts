import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LifecyclePage } from './choose-page.ts';
import { type RestoredEvent, type RestoredState, restoredReducer } from './restored-machine.ts';

const chosen = (page: LifecyclePage): RestoredEvent => ({ type: 'chosen', page });
const back: RestoredEvent = { type: 'return' };

describe('restoredReducer', () => {
  test.each<[string, RestoredEvent[], RestoredState]>([
    ['an ordinary visit', [chosen('content')], 'following'],
    ['while restoring', [chosen('paused'), chosen('restoring')], 'restoring'],
    [
      'a success waits for the reader',
      [chosen('restoring'), chosen('content'), chosen('content')],
      'complete',
    ],
    ['returning ends it', [chosen('restoring'), chosen('content'), back], 'following'],
    ['returning too early does nothing', [chosen('restoring'), back], 'restoring'],
    ['a failure shows its own page', [chosen('restoring'), chosen('restore-failed')], 'following'],
    [
      'the API may need a moment more',
      [chosen('restoring'), chosen('connecting'), chosen('content')],
      'complete',
    ],
    [
      'an ordinary connecting page is not a restoration',
      [chosen('connecting'), chosen('content')],
      'following',
    ],
    [
      'paused again before returning',
      [chosen('restoring'), chosen('content'), chosen('pausing')],
      'following',
    ],
  ])('%s', (_, events, expected) => {
    expect(events.reduce(restoredReducer, 'following')).toBe(expected);
  });

  test('complete is only ever reached from restoring', () => {
    const pages: LifecyclePage[] = [
      'content',
      'restoring',
      'restore-failed',
      'paused',
      'pausing',
      'connecting',
    ];
    const events = fc.array(fc.oneof(fc.constant(back), fc.constantFrom(...pages).map(chosen)));
    fc.assert(
      fc.property(events, (sequence) => {
        let state: RestoredState = 'following';
        for (const event of sequence) {
          const next = restoredReducer(state, event);
          if (next === 'complete') expect(state).not.toBe('following');
          state = next;
        }
      }),
    );
  });
});
