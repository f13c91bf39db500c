import { createHash } from 'node:crypto';
import type { NamedChange } from '@basalt/contract';
import { diffSchemas, QueryError, type SchemaDifference } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { Turns } from '../kernel/turns.ts';
import { sqlDatabase } from '../project-cluster/project-connections.ts';
import { READ_ONLY_ROLE } from '../project-cluster/roles.ts';
import { assertMay } from '../projects/policy.ts';
import { getProject } from '../projects/store.ts';
import { getBranch } from './store.ts';

/** A comparison may take hundreds of megabytes for two minutes: so many at a time on this machine, and one of a project and its branches. */
const turns = new Turns(2);
const atWork = new Set<number>();

/**
 * What leads from a project to its branch: SQL in the order in which it runs, and functions and secrets by name. Both databases are
 * read as the role that can change nothing.
 * @throws PlatformError `forbidden`, `not_found`, `conflict` when one of the two is paused, `unavailable` with what a database said, or
 * while another comparison of the project is at work
 */
export async function diffBranch(
  dependencies: Dependencies,
  actor: Actor,
  idOrRef: string,
  signal?: AbortSignal,
) {
  const { db } = dependencies;
  const { project: branch, parent, role } = await getBranch(db, actor, idOrRef);
  assertMay('read_sql', role);
  const { project: source } = await getProject(db, actor, parent.ref);
  const [difference, functions, secrets] = await Promise.all([
    inTurn(source.id, () => diffDatabases(dependencies, source, branch, signal)),
    changedFunctions(db, source.id, branch.id),
    changedSecrets(db, source.id, branch.id),
  ]);
  const { from, to, settings, statements, leftOut, notCompared } = difference;
  const said = [from, to, statements.map(({ sql }) => sql), functions, secrets];
  return {
    hash: createHash('sha256').update(JSON.stringify(said)).digest('hex'),
    settings,
    sql: transactionOf(settings, statements),
    statements: statements.map((statement) => ({ ...statement, risks: [...statement.risks] })),
    left_out: [...leftOut],
    not_compared: notCompared.map(({ kind, names }) => ({ kind, names: [...names] })),
    functions,
    secrets,
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
    const release = await turns.take();
    try {
      return await compare();
    } finally {
      release();
    }
  } finally {
    atWork.delete(projectId);
  }
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

async function changedFunctions(db: Database, from: number, to: number): Promise<NamedChange[]> {
  const of = (projectId: number) =>
    db
      .selectFrom('functions')
      .select(['slug', 'digest', 'entrypoint', 'import_map', 'verify_jwt'])
      .where('project_id', '=', projectId)
      .orderBy('slug')
      .execute();
  const [theirs, ours] = await Promise.all([of(from), of(to)]);
  return changesBetween(
    theirs.map(({ slug, ...rest }) => [slug, JSON.stringify(rest)]),
    ours.map(({ slug, ...rest }) => [slug, JSON.stringify(rest)]),
  );
}

/** Values may differ: a branch is there to try things with others. */
async function changedSecrets(db: Database, from: number, to: number): Promise<NamedChange[]> {
  const of = (projectId: number) =>
    db
      .selectFrom('function_secrets')
      .select('name')
      .where('project_id', '=', projectId)
      .orderBy('name')
      .execute();
  const [theirs, ours] = await Promise.all([of(from), of(to)]);
  return changesBetween(
    theirs.map(({ name }) => [name, '']),
    ours.map(({ name }) => [name, '']),
  );
}

/** @param from names with what is compared of each */
function changesBetween(
  from: readonly (readonly [string, string])[],
  to: readonly (readonly [string, string])[],
): NamedChange[] {
  const before = new Map(from);
  const after = new Map(to);
  return [
    ...to.flatMap(([name, value]): NamedChange[] => {
      if (!before.has(name)) return [{ name, change: 'added' }];
      return before.get(name) === value ? [] : [{ name, change: 'changed' }];
    }),
    ...from.flatMap(([name]): NamedChange[] => (after.has(name) ? [] : [{ name, change: 'missing' }])),
  ];
}
