import type { StatementPlan } from '@basalt/contract';
import { QueryError, withClient } from '@basalt/postgres';
import { adviseIndexes, explainStatement, type PlanJson } from '@basalt/postgres/statements';
import { hideLiterals } from '../database/hide-literals.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { sqlDatabase } from '../project-cluster/project-connections.ts';
import { OWNER_ROLE, READ_ONLY_ROLE } from '../project-cluster/roles.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { may } from '../projects/policy.ts';
import { findStatement } from './recorded-statements.ts';

/** Policies bind these, so their plans are others than the owner's; the owner may become each of them. */
const API_ROLES: readonly string[] = ['anon', 'authenticated'];

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
  const asRole = mayRun && API_ROLES.includes(statement.user) ? statement.user : null;
  const plannedFor = asRole ?? (mayRun ? OWNER_ROLE : READ_ONLY_ROLE);
  const none = { plan: null, role: plannedFor, advice: [] };
  if (statement.isCut) return { ...none, problem: 'The text is too long to be planned.' };
  const { target, release } = await sqlDatabase(
    dependencies,
    project,
    mayRun ? OWNER_ROLE : READ_ONLY_ROLE,
    signal,
  );
  try {
    const plan = await explainStatement(target, statement.query, asRole, signal);
    const { standIn: _, ...place } = target;
    const advice = await withClient({ ...place, user: READ_ONLY_ROLE }, (client) =>
      adviseIndexes(client, plan),
    );
    return {
      plan: mayRun ? plan : withHiddenTexts(plan),
      problem: null,
      role: plannedFor,
      advice: advice.map((one) => ({ ...one, columns: [...one.columns] })),
    };
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const message = mayRun ? error.message : hideLiterals(error.message);
    return { ...none, problem: `The database gave no plan: ${message}` };
  } finally {
    release();
  }
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
