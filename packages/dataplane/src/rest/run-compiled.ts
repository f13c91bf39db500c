import type { Pipeline } from '@basalt/postgres';
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
  compiled: CompiledQuery,
  method: RestRequest['method'],
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const { statements, expectRows, rollBack, readOnly, lane } = compiled;
  const options = signal === undefined ? {} : { signal };
  // Nothing can have been written by a read, so there is nothing to take back and no need for a second round trip.
  if (readOnly || (expectRows === null && !rollBack)) {
    const outcome = readOutcome(compiled, await pipeline.run(statements, { lane, ...options }));
    const problem = checkRows(expectRows, outcome.page, method);
    if (problem !== null) throw problem;
    return outcome;
  }
  let problem: RestError | null = null;
  const results = await pipeline.runAndDecide(
    statements,
    (given) => {
      problem = checkRows(expectRows, readOutcome(compiled, given).page, method);
      return problem === null && !rollBack;
    },
    options,
  );
  if (problem !== null) throw problem;
  return readOutcome(compiled, results);
}
