import * as z from 'zod';

/** True or false in a query string, where everything is text. */
export const queryBoolean = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')],
  'must be true or false',
);

/** A moment as ISO 8601, with its offset from UTC. */
export const moment = z.iso.datetime({ offset: true, error: 'must be a time such as 2026-01-31T12:00:00Z' });
