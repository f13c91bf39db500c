import type { Pipeline, PipelineResult, PipelineStatement, RunGroupOptions } from '@basalt/postgres';
import { type CallerContext, type CallerSettings, settingsStatements } from './caller-settings.ts';

/** What a service runs as the caller: one transaction. */
export interface CallerQuery {
  /** Search path, limits and the settings of the caller's role, as `callerSettings` gives them. */
  settings: CallerSettings;
  /** Values only ever travel as parameters. The results come in the same order. */
  statements: readonly Omit<PipelineStatement, 'planKey'>[];
  /** True: PostgreSQL refuses to write, whatever the statements say. */
  readOnly: boolean;
  /** Whether code of the project may run as somebody else by setting other claims: triggers, functions that are called. */
  mayClaimsChange: boolean;
  lane: RunGroupOptions['lane'];
  /**
   * Looks at the results before the transaction ends; false takes everything back. It costs a second round trip, on a
   * connection of its own. Null: what succeeds is kept, and all goes in one round trip.
   */
  keep: ((results: readonly PipelineResult[]) => boolean) | null;
  /** Fires when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs SQL as the caller: the one way in which services do. Role, claims, request, search path and limits are set in the same
 * transaction and round trip, so row level security and functions of the project see what they see through the Data API.
 * @returns the results of `statements`
 * @throws {QueryError} of the database, {PipelineBusyError} when no connection is free in time
 */
export async function runAsCaller(
  pipeline: Pipeline,
  context: CallerContext,
  query: CallerQuery,
): Promise<readonly PipelineResult[]> {
  const { statements, lane, keep, signal } = query;
  const all: PipelineStatement[] = settingsStatements(query.settings, context, query);
  const before = all.length;
  // Plans under row level security hold for one role only.
  for (const statement of statements) all.push({ ...statement, planKey: context.role });
  const options = signal === undefined ? {} : { signal };
  const results =
    keep === null
      ? await pipeline.run(all, { lane, ...options })
      : await pipeline.runAndDecide(all, (given) => keep(given.slice(before)), options);
  return results.slice(before);
}
