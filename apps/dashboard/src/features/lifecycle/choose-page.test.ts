import { PROJECT_STATUSES, type ProjectStatus } from '@basalt/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  choosePage,
  type LifecyclePage,
  type PageRules,
  type RestoredEvent,
  type RestoredState,
  restoredReducer,
} from './choose-page.ts';

const online = (status: ProjectStatus, page: PageRules) =>
  choosePage({ status, postgrestStatus: 'ONLINE', page });
const offline = (status: ProjectStatus, page: PageRules) =>
  choosePage({ status, postgrestStatus: 'OFFLINE', page });

// Columns: home, an ordinary page, settings, backups.
const pages: readonly PageRules[] = [
  { worksWithoutApi: 'when unhealthy', worksWhilePaused: true },
  {},
  { worksWithoutApi: true, worksWhilePaused: true },
  { worksWhileUpgrading: true },
];
type Row = readonly [LifecyclePage, LifecyclePage, LifecyclePage, LifecyclePage];
const everywhere = (chosen: LifecyclePage): Row => [chosen, chosen, chosen, chosen];

const whenOnline: Record<ProjectStatus, Row> = {
  ACTIVE_HEALTHY: everywhere('content'),
  ACTIVE_UNHEALTHY: everywhere('content'),
  INACTIVE: ['content', 'paused', 'content', 'paused'],
  COMING_UP: everywhere('setting-up'),
  UNKNOWN: everywhere('setting-up'),
  GOING_DOWN: everywhere('pausing'),
  PAUSING: everywhere('pausing'),
  PAUSE_FAILED: everywhere('pause-failed'),
  RESTORING: everywhere('restoring'),
  RESTORE_FAILED: everywhere('restore-failed'),
  RESTARTING: everywhere('restarting'),
  RESIZING: everywhere('resizing'),
  UPGRADING: ['upgrading', 'upgrading', 'upgrading', 'content'],
  INIT_FAILED: everywhere('init-failed'),
  REMOVED: everywhere('removed'),
};

const whenOffline: Record<ProjectStatus, Row> = {
  ...whenOnline,
  ACTIVE_HEALTHY: ['connecting', 'connecting', 'content', 'connecting'],
  ACTIVE_UNHEALTHY: ['content', 'connecting', 'content', 'connecting'],
  // Being offline is asked before restoring and setting up, so it wins there.
  COMING_UP: ['connecting', 'connecting', 'setting-up', 'connecting'],
  UNKNOWN: ['connecting', 'connecting', 'setting-up', 'connecting'],
  RESTORING: ['connecting', 'connecting', 'restoring', 'connecting'],
  RESTORE_FAILED: ['connecting', 'connecting', 'restore-failed', 'connecting'],
  UPGRADING: ['upgrading', 'upgrading', 'upgrading', 'connecting'],
};

describe('choosePage', () => {
  test.each(PROJECT_STATUSES)('%s with the API online', (status) => {
    expect(pages.map((page) => online(status, page))).toEqual(whenOnline[status]);
  });

  test.each(PROJECT_STATUSES)('%s with the API offline', (status) => {
    expect(pages.map((page) => offline(status, page))).toEqual(whenOffline[status]);
  });
});

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
