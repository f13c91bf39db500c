import { SMALL_SETTINGS } from '@basalt/clusters';
import { expect, test } from 'vitest';
import { CONNECTION_SHARES, RESERVED_CONNECTIONS } from './connection-shares.ts';

test('all services at their busiest fit into the smallest compute size', () => {
  const all = Object.values(CONNECTION_SHARES).reduce<number>((sum, share) => sum + share, 0);
  expect(all + RESERVED_CONNECTIONS).toBeLessThanOrEqual(SMALL_SETTINGS.maxConnections);
});
