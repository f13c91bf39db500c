import { toQueryError } from '@basalt/postgres';

// Cannot be reached, connection lost, no free connection, on its way down or up.
const AWAY = new Set(['08001', '08006', '53300', '57P01', '57P02', '57P03']);

/** Whether an error only says that the platform's own database does not answer at the moment. */
export function isDatabaseAway(error: unknown): boolean {
  return AWAY.has(toQueryError(error).code);
}
