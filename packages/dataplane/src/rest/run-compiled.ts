import type { Pipeline } from '@basalt/postgres';
import type { CallerContext } from '../caller/caller-settings.ts';
import { runAsCaller } from '../caller/run-as-caller.ts';
import type { CompiledQuery } from './compile/answer/compiled-query.ts';
import type { RestError } from './errors/rest-error.ts';
import type { RestRequest } from './request/rest-request.ts';
import { checkRows, type Outcome, readOutcome } from './respond/outcome.ts';

/**
 * Runs a compiled request. What must not be kept (wrong number of rows, `tx=rollback`) is taken back.
 * @throws {QueryError} of the database; {RestError} PGRST115, PGRST116, PGRST124 for a wrong number of rows
 */
export async function runCompiled(
  pipeline: Pipeline,
  context: CallerContext,
  compiled: CompiledQuery,
  { method, signal }: { method: RestRequest['method']; signal?: AbortSignal | undefined },
): Promise<Outcome> {
  const { expectRows, rollBack, readOnly } = compiled;
  // Nothing can have been written by a read, so there is nothing to take back and no need for a second round trip.
  if (readOnly || (expectRows === null && !rollBack)) {
    const results = await runAsCaller(pipeline, context, { ...compiled, keep: null, signal });
    const outcome = readOutcome(compiled, results);
    const problem = checkRows(expectRows, outcome.page, method);
    if (problem !== null) throw problem;
    return outcome;
  }
  let problem: RestError | null = null;
  const results = await runAsCaller(pipeline, context, {
    ...compiled,
    keep: (given) => {
      problem = checkRows(expectRows, readOutcome(compiled, given).page, method);
      return problem === null && !rollBack;
    },
    signal,
  });
  if (problem !== null) throw problem;
  return readOutcome(compiled, results);
}
