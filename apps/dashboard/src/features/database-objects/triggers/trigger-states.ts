import type { TriggerObject } from '../shared/objects.ts';

export type TriggerState = TriggerObject['enabled_mode'];

/** When a trigger runs, as it is said on the screen, in the order in which it is offered. */
export const STATES: Readonly<Record<TriggerState, { label: string; short: string }>> = {
  ORIGIN: { label: 'On', short: 'On' },
  ALWAYS: { label: 'Always on, for replicated rows too', short: 'Always' },
  REPLICA: { label: 'Only for replicated rows', short: 'Replica' },
  DISABLED: { label: 'Off', short: 'Off' },
};
