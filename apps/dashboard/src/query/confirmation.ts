import type { ConfirmationNeeded } from '@basalt/contract';
import { describeWrite } from '@basalt/sql';
import type { RunRequest } from './run-request.ts';

/** Reading all of a longer text would stop the page; the server, which decides anyway, reads it then. */
const LOOKED_AT = 200_000;

/** What must be agreed to before a text is sent, as far as this browser can tell; null: send it. */
export function confirmationFor({ sql, readOnly, confirmed }: RunRequest): ConfirmationNeeded | null {
  if (readOnly || confirmed || sql.length > LOOKED_AT) return null;
  const { writes, unknownFunctions } = describeWrite(sql);
  return writes || unknownFunctions.length > 0 ? { writes, unknown_functions: [...unknownFunctions] } : null;
}
