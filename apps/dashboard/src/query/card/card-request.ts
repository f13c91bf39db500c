import { applyParameters } from '@basalt/sql';
import { type PreparedRun, prepareRun } from '../prepare-run.ts';

/** What a card would send, or a sentence that says why it cannot. */
export type CardRequest = PreparedRun | { kind: 'wrong'; message: string };

/** Binds the parameters of a card's query. Always for the read-only connection: writing is asked for and agreed to. */
export function cardRequest(sql: string, values: Readonly<Record<string, string>>): CardRequest {
  try {
    const bound = applyParameters(sql, values);
    return prepareRun({ sql: bound.sql, firstLine: 1 }, -1, {
      readOnly: true,
      parameters: [...bound.values],
    });
  } catch (error) {
    return { kind: 'wrong', message: error instanceof Error ? error.message : String(error) };
  }
}
