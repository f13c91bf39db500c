import type { StatementPlan } from '@basalt/contract';
import { type ConnectionTarget, QueryError, withClient } from '@basalt/postgres';
import {
  adviseIndexes,
  explainStatement,
  type IndexAdvice,
  type PlanJson,
  type TriedStatement,
} from '@basalt/postgres/statements';
import type { Dependencies } from '../kernel/dependencies.ts';
import { hideLiterals } from '../kernel/hide-literals.ts';
import type { Actor } from '../kernel/ports.ts';
import { sqlDatabase } from '../project-cluster/project-connections.ts';
import { OWNER_ROLE, READ_ONLY_ROLE } from '../project-cluster/roles.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { may } from '../projects/policy.ts';
import { findStatement } from './recorded-statements.ts';

/** Policies bind these, so their plans are others than the owner's; the owner may become each of them. */
const API_ROLES: readonly string[] = ['anon', 'authenticated'];

export const TOO_LONG = 'The text is too long to be planned.';
export const TOO_LARGE =
  'An index can be tried on tables of up to 1 GB and 5 million rows. Building it here would keep writes waiting for too long.';

/**
 * How the database would go about a recorded statement, for any values, and which indexes might help. Nothing is run. What
 * somebody may plan is what they may run: the owner's role plans for those who may change the database, the read-only role for all
 * others.
 */
export async function explainRecorded(
  dependencies: Dependencies,
  actor: Actor,
  input: { ref: string; id: string },
  signal: AbortSignal | undefined,
): Promise<StatementPlan> {
  const { project, role } = await permittedProject(dependencies.db, actor, input.ref, 'read_sql');
  const statement = await findStatement(dependencies, project, input.id);
  const mayRun = may('run_sql', role);
  const asRole = mayRun ? roleToPlanAs(statement.user) : null;
  const plannedFor = asRole ?? (mayRun ? OWNER_ROLE : READ_ONLY_ROLE);
  const none = { plan: null, role: plannedFor, advice: [] };
  if (statement.isCut) return { ...none, problem: TOO_LONG };
  const { target, release } = await sqlDatabase(
    dependencies,
    project,
    mayRun ? OWNER_ROLE : READ_ONLY_ROLE,
    signal,
  );
  try {
    const { plan, advice } = await planAndAdvise(target, { text: statement.query, asRole }, signal);
    return {
      plan: mayRun ? plan : withHiddenTexts(plan),
      problem: null,
      role: plannedFor,
      advice: advice.map(({ isTooLarge, ...one }) => ({
        ...one,
        columns: [...one.columns],
        no_trial: isTooLarge ? TOO_LARGE : null,
      })),
    };
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const message = mayRun ? error.message : hideLiterals(error.message);
    return { ...none, problem: `The database gave no plan: ${message}` };
  } finally {
    release();
  }
}

/** The role that somebody who may change the database plans a statement as, which this role ran; null for the owner's own. */
export function roleToPlanAs(user: string): string | null {
  return API_ROLES.includes(user) ? user : null;
}

/** @throws QueryError when there is no plan */
export async function planAndAdvise(
  target: ConnectionTarget,
  { text, asRole }: TriedStatement,
  signal: AbortSignal | undefined,
): Promise<{ plan: PlanJson; advice: IndexAdvice[] }> {
  const plan = await explainStatement(target, text, asRole, signal);
  const { standIn: _, ...place } = target;
  const advice = await withClient({ ...place, user: READ_ONLY_ROLE }, (client) =>
    adviseIndexes(client, plan),
  );
  return { plan, advice };
}

/** What the texts of statements hide, conditions in plans hide too. */
function withHiddenTexts(plan: PlanJson): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(plan).map(([key, value]) => {
      if (typeof value === 'string') return [key, hideLiterals(value)];
      if (!Array.isArray(value)) return [key, value];
      return [
        key,
        value.map((part) => {
          if (typeof part === 'string') return hideLiterals(part);
          return typeof part === 'object' && part !== null ? withHiddenTexts(part as PlanJson) : part;
        }),
      ];
    }),
  );
}
