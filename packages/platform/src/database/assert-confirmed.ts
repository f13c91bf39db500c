import type { ConfirmationNeeded } from '@basalt/contract';
import { describeWrite } from '@basalt/sql';
import { PlatformError } from '../kernel/platform-error.ts';

/** UTF-16 units. Longer texts are not looked at: that would hold up everybody else on this server. */
export const MAX_EXAMINED_LENGTH = 100_000;

/**
 * Lets pass what only reads as far as its text tells. This is a courtesy to the one who runs it: what must not write is run as
 * a role that cannot.
 * @throws PlatformError `confirmation_required` with {@link ConfirmationNeeded}
 */
export function assertConfirmed(query: string): void {
  const details = whatItNeeds(query);
  if (!details.writes && details.unknown_functions.length === 0) return;
  throw new PlatformError('confirmation_required', undefined, { details });
}

function whatItNeeds(query: string): ConfirmationNeeded {
  if (query.length > MAX_EXAMINED_LENGTH) return { writes: true, unknown_functions: [] };
  const { writes, unknownFunctions } = describeWrite(query);
  return { writes, unknown_functions: [...unknownFunctions] };
}
