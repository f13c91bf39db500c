import { createOutgoing, REAL_CLOCK, readAllowed } from '@basalt/network';

/** What an operator sets who runs providers and mail servers on this machine; only, nobody waits for a failure. */
export const OUTGOING_FOR_TEST = createOutgoing({
  allowed: readAllowed('127.0.0.0/8'),
  clock: { ...REAL_CLOCK, hold: async () => {} },
});
