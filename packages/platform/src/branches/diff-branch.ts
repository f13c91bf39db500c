import { createHash } from 'node:crypto';
import type { NamedChange } from '@basalt/contract';
import { diffSchemas, QueryError, type SchemaDifference } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { Turns } from '../kernel/turns.ts';
import type { StepContext } from '../operations/definition.ts';
import { sqlDatabase } from '../project-cluster/project-connections.ts';
import { READ_ONLY_ROLE } from '../project-cluster/roles.ts';
import { startProject } from '../project-cluster/start-project.ts';
import { assertMay } from '../projects/policy.ts';
import { getProject } from '../projects/store.ts';
import { mergeRisksOf } from './merge-risks.ts';
import { changedFunctions, changedSecrets } from './named-changes.ts';
import { type BranchAccess, getBranch } from './store.ts';

/** A comparison may take hundreds of megabytes for two minutes: so many at a time on this machine, and one of a project and its branches. */
const turns = new Turns(2);
const atWork = new Set<number>();

/** What leads from a project to its branch, as it was found. */
export interface BranchComparison {
  access: BranchAccess;
  /** The project that the branch is one of. */
  source: ProjectRow;
  difference: SchemaDifference;
  functions: NamedChange[];
  secrets: NamedChange[];
  /** Of all of it. */
  hash: string;
}

/**
 * What leads from a project to its branch: SQL in the order in which it runs, and functions and secrets by name. Both databases are
 * read as the role that can change nothing.
 * @throws PlatformError `forbidden`, `not_found`, `conflict` when one of the two is paused, `unavailable` with what a database said, or
 * while another comparison of the project is at work
 */
export async function compareBranch(
  dependencies: Dependencies,
  actor: Actor,
  idOrRef: string,
  signal?: AbortSignal,
): Promise<BranchComparison> {
  const { db } = dependencies;
  const access = await getBranch(db, actor, idOrRef);
  assertMay('read_sql', access.role);
  const { project: source } = await getProject(db, actor, access.parent.ref);
  const [difference, functions, secrets] = await Promise.all([
    inTurn(source.id, () => diffDatabases(dependencies, source, access.project, signal)),
    changedFunctions(db, source.id, access.project.id),
    changedSecrets(db, source.id, access.project.id),
  ]);
  const said = [
    difference.from,
    difference.to,
    difference.statements.map(({ sql }) => sql),
    functions,
    secrets,
  ];
  const hash = createHash('sha256').update(JSON.stringify(said)).digest('hex');
  return { access, source, difference, functions, secrets, hash };
}

/** @throws as {@link compareBranch} */
export async function diffBranch(
  dependencies: Dependencies,
  actor: Actor,
  idOrRef: string,
  signal?: AbortSignal,
) {
  const { difference, source, ...rest } = await compareBranch(dependencies, actor, idOrRef, signal);
  const { settings, statements, leftOut, notCompared } = difference;
  return {
    hash: rest.hash,
    settings,
    sql: transactionOf(settings, statements),
    statements: statements.map((statement) => ({ ...statement, risks: [...statement.risks] })),
    left_out: [...leftOut],
    not_compared: notCompared.map(({ kind, names }) => ({ kind, names: [...names] })),
    functions: rest.functions,
    secrets: rest.secrets,
    risks: await mergeRisksOf(dependencies.db, source, difference.statements),
  };
}

const terminated = (statements: readonly { sql: string }[]) =>
  statements.map(({ sql }) => `${sql};`).join('\n\n');

/** Definitions are printed for a certain search path, and functions before what they use. */
function transactionOf(
  settings: SchemaDifference['settings'],
  statements: readonly { sql: string }[],
): string {
  if (statements.length === 0) return '';
  const set = Object.entries(settings).map(([name, value]) => `set local ${name} = ${value};\n`);
  return `begin;\n${set.join('')}\n${terminated(statements)}\n\ncommit;\n`;
}

/** The statements as a script for a session with any search path: all names are qualified. Those of some schemas only, when they are named. */
export function scriptOf(
  { settings, statements }: Pick<SchemaDifference, 'settings' | 'statements'>,
  schemas: readonly string[] | undefined,
): string {
  const included = statements.filter(
    ({ schema }) => schemas === undefined || (schema !== null && schemas.includes(schema)),
  );
  if (included.length === 0) return '';
  const bodies = settings.check_function_bodies;
  const head = bodies === undefined ? '' : `set check_function_bodies = ${bodies};\n\n`;
  return `${head}${terminated(included)}\n`;
}

async function inTurn<T>(projectId: number, compare: () => Promise<T>): Promise<T> {
  if (atWork.has(projectId))
    throw new PlatformError(
      'unavailable',
      'A branch of this project is being compared already. Try again in a moment.',
    );
  atWork.add(projectId);
  try {
    return await inMachineTurn(compare);
  } finally {
    atWork.delete(projectId);
  }
}

async function inMachineTurn<T>(compare: () => Promise<T>): Promise<T> {
  const release = await turns.take();
  try {
    return await compare();
  } finally {
    release();
  }
}

/**
 * The same for an operation at work: waits for its turn, and starts a server that has just died.
 * @throws {QueryError}
 */
export function compareAtWork(
  { clusters, signal }: Pick<StepContext, 'clusters' | 'signal'>,
  source: ProjectRow,
  branch: ProjectRow,
): Promise<SchemaDifference> {
  const target = async (project: ProjectRow) => {
    const { cluster } = await startProject(clusters, project);
    return { ...cluster.address, user: READ_ONLY_ROLE };
  };
  return inMachineTurn(async () => diffSchemas(await target(source), await target(branch), signal));
}

async function diffDatabases(
  dependencies: Dependencies,
  source: ProjectRow,
  branch: ProjectRow,
  signal: AbortSignal | undefined,
) {
  const from = await sqlDatabase(dependencies, source, READ_ONLY_ROLE, signal);
  try {
    const to = await sqlDatabase(dependencies, branch, READ_ONLY_ROLE, signal);
    try {
      return await diffSchemas(from.target, to.target, signal);
    } finally {
      to.release();
    }
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw new PlatformError('unavailable', error.message, { cause: error });
  } finally {
    from.release();
  }
}
