import type { RunRequest } from './run-request.ts';

/** A request for tests: `select 1`, with everything else as it is for a plain run. */
export function requestForTest(more: Partial<RunRequest> = {}): RunRequest {
  return {
    sql: 'select 1',
    firstLine: 1,
    limit: null,
    readOnly: false,
    parameters: [],
    confirmed: false,
    ...more,
  };
}
