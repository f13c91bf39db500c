import { POLL } from '@basalt/contract';
import type { PollSchedule } from './polling.ts';

/**
 * Most changes of a project take far less than a second here, so every page looks twice right away before it settles
 * into its ordinary rhythm: whoever waits for something quick sees it at once, whoever waits for something slow does
 * not ask the server more than necessary.
 */
const EARLY = [300, 1_000] as const;

const eagerly = (every: number, settled = every): PollSchedule => ({ early: EARLY, settled, every });

export const SCHEDULES = {
  settingUp: eagerly(POLL.setup),
  connecting: eagerly(POLL.connecting),
  pausing: eagerly(POLL.pausing, POLL.pausingDelay),
  restoring: eagerly(POLL.restoring),
  restarting: eagerly(POLL.restarting),
  upgrading: eagerly(POLL.upgrading),
} as const satisfies Record<string, PollSchedule>;
