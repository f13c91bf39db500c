import type { Pipeline, PipelineResult, PipelineStatement } from './pipeline.ts';

/** A statement for use again and again. */
export function sql(text: string, ...values: PipelineStatement['values']): PipelineStatement {
  return { sql: text, values, reuse: true };
}

/** What a request does first: a role for the length of the group. */
export function asRole(role: string): PipelineStatement {
  return sql("select set_config('role', $1, true)", role);
}

/** The rows of a result as texts. */
export function texts(result: PipelineResult | undefined): (string | null)[][] {
  return (result?.rows ?? []).map((row) => row.map((value) => value?.toString() ?? null));
}

/** The only value of the last statement. */
export function only(results: readonly PipelineResult[]): string | null | undefined {
  return texts(results.at(-1))[0]?.[0];
}

/** Runs one statement in the short pool and gives its only value. */
export async function ask(pipeline: Pipeline, text: string, ...values: PipelineStatement['values']) {
  return only(await pipeline.run([sql(text, ...values)], { pool: 'short' }));
}
