import type { ConfirmationNeeded } from '@basalt/contract';
import type { ApiError } from '../../api/api-error.ts';

/** What was sent to the database, and where it stands in the editor. */
export interface RunRequest {
  sql: string;
  /** Line of the editor, counted from 1, on which the sent text starts. */
  firstLine: number;
  /** The row limit that was appended, if any. */
  limit: number | null;
  /** Runs as the read-only role, in read-only transactions. */
  readOnly: boolean;
  /** Values of `$1`, `$2` …: the text is then one statement. Empty: there are none. */
  parameters: readonly (string | null)[];
  /** The reader has agreed to what the text writes or calls. */
  confirmed: boolean;
}

/** What the server wants agreement to; null when it refused the call for another reason. */
export function confirmationAsked({ code, details }: ApiError): ConfirmationNeeded | null {
  if (code !== 'confirmation_required') return null;
  const said = (details ?? {}) as Partial<ConfirmationNeeded>;
  return {
    writes: said.writes !== false,
    unknown_functions: Array.isArray(said.unknown_functions) ? said.unknown_functions.map(String) : [],
  };
}
