import type { IndexTrial } from '@basalt/contract';
import { QueryError, SQLSTATE } from '@basalt/postgres';
import { tryIndex } from '@basalt/postgres/statements';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { sqlDatabase } from '../project-cluster/project-connections.ts';
import { OWNER_ROLE } from '../project-cluster/roles.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { planAndAdvise, roleToPlanAs, TOO_LARGE, TOO_LONG } from './explain-recorded.ts';
import { findStatement } from './recorded-statements.ts';

const LOCK_TIMEOUT = '55P03';
const NOT_ALLOWED = '42501';

/**
 * Whether PostgreSQL would use an index that is advised for a recorded statement. It is built and taken back; the statement is not
 * run. The advice is made anew: what the caller names is looked up in it.
 */
export async function tryAdvice(
  dependencies: Dependencies,
  actor: Actor,
  input: { ref: string; id: string; advice: string },
  signal: AbortSignal | undefined,
): Promise<{ trial: IndexTrial | null; problem: string | null }> {
  const { project } = await permittedProject(dependencies.db, actor, input.ref, 'run_sql');
  const recorded = await findStatement(dependencies, project, input.id);
  if (recorded.isCut) return { trial: null, problem: TOO_LONG };
  const statement = { text: recorded.query, asRole: roleToPlanAs(recorded.user) };
  const { target, release } = await sqlDatabase(dependencies, project, OWNER_ROLE, signal);
  try {
    const { advice } = await planAndAdvise(target, statement, signal);
    const chosen = advice.find(({ sql }) => sql === input.advice);
    if (chosen === undefined)
      return { trial: null, problem: 'This index is no longer advised. Load the page anew.' };
    if (chosen.isTooLarge) return { trial: null, problem: TOO_LARGE };
    const { before, after, isUsed, bytes } = await tryIndex(target, statement, chosen, signal);
    return { trial: { cost_before: before, cost_after: after, is_used: isUsed, bytes }, problem: null };
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    return { trial: null, problem: problemOf(error) };
  } finally {
    release();
  }
}

function problemOf({ code, message }: QueryError): string {
  if (code === LOCK_TIMEOUT)
    return 'Somebody else is using the table: its lock was not free within a second. Nothing was changed. Try again in a moment.';
  if (code === SQLSTATE.cancelled)
    return 'Building the index or planning with it took too long, so it was stopped. Nothing was changed.';
  if (code === NOT_ALLOWED) return `The role ${OWNER_ROLE} may not do this: ${message}. Nothing was changed.`;
  return `The index could not be tried: ${message.replace(/\.$/, '')}. Nothing was changed.`;
}
