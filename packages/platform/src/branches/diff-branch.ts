import { createHash } from 'node:crypto';
import type { KeptSchema, SchemaDifference } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { assertMay } from '../projects/policy.ts';
import { getProject } from '../projects/store.ts';
import { readBase, readPrints } from './branch-base.ts';
import { compareProjects } from './compare-projects.ts';
import { mergeRisksOf } from './merge-risks.ts';
import { compareParts, type PartChanges } from './parts/compare-parts.ts';
import { type Parts, printsOf, readParts } from './parts/parts.ts';
import { type BranchAccess, getBranch } from './store.ts';

/** Of the project's own changes, which are named only. */
const MOST_CHANGES = 100;

/** What leads from a project to its branch, as it was found. */
export interface BranchComparison {
  access: BranchAccess;
  /** The project that the branch is one of. */
  source: ProjectRow;
  difference: SchemaDifference;
  /** What has changed in the project since the two were the same; null where that is not known. */
  since: SchemaDifference | null;
  /** The schema of the branch, where it was asked for. */
  schema: KeptSchema | null;
  /** What both have beside their databases, and how that differs. */
  parts: { project: Parts; branch: Parts; changes: PartChanges };
  /** Of all of it. */
  hash: string;
}

/**
 * What leads from a project to its branch: SQL in the order in which it runs, and functions, secrets and settings. Both databases are
 * read as the role that can change nothing.
 * @throws PlatformError `forbidden`, `not_found`, `conflict` when one of the two is paused, `unavailable` with what a database said, or
 * while another comparison of the project is at work
 */
export async function compareBranch(
  dependencies: Dependencies,
  actor: Actor,
  idOrRef: string,
  { signal, keeps = false }: { signal?: AbortSignal | undefined; keeps?: boolean } = {},
): Promise<BranchComparison> {
  const { db, secrets } = dependencies;
  const access = await getBranch(db, actor, idOrRef);
  assertMay('read_sql', access.role);
  const { project: source } = await getProject(db, actor, access.parent.ref);
  const base = await readBase(db, access.branch.id);
  const [{ difference, since, schema }, project, branch, prints] = await Promise.all([
    compareProjects(dependencies, source, access.project, { base, keeps, signal }),
    readParts(db, secrets, source.id),
    readParts(db, secrets, access.project.id),
    readPrints(db, access.branch.id),
  ]);
  const changes = compareParts(project, branch, prints);
  const said = [
    difference.from,
    difference.to,
    difference.statements.map(({ sql }) => sql),
    changes,
    printsOf(project),
    printsOf(branch),
  ];
  const hash = createHash('sha256').update(JSON.stringify(said)).digest('hex');
  return { access, source, difference, since, schema, parts: { project, branch, changes }, hash };
}

/** @throws as {@link compareBranch} */
export async function diffBranch(
  dependencies: Dependencies,
  actor: Actor,
  idOrRef: string,
  signal?: AbortSignal,
) {
  const comparison = await compareBranch(dependencies, actor, idOrRef, { signal });
  const { difference, since, ...rest } = comparison;
  const { settings: session, statements, leftOut, notCompared } = difference;
  return {
    hash: rest.hash,
    sql: transactionOf(session, statements),
    statements: statements.map((statement) => ({ ...statement, risks: [...statement.risks] })),
    left_out: [...leftOut],
    not_compared: [...notCompared, ...otherParameters(rest.source, rest.access.project)].map(
      ({ kind, names }) => ({
        kind,
        names: [...names],
      }),
    ),
    ...rest.parts.changes,
    project_changes:
      since === null
        ? null
        : since.statements.slice(0, MOST_CHANGES).map(({ action, kind, name }) => ({ action, kind, name })),
    risks: await mergeRisksOf(dependencies.db, comparison),
  };
}

/** Parameters of the servers fit the size of each. */
function otherParameters({ postgres_config: ours }: ProjectRow, { postgres_config: theirs }: ProjectRow) {
  const [project, branch] = [new Map(Object.entries(ours)), new Map(Object.entries(theirs))];
  const names = [...new Set([...project.keys(), ...branch.keys()])].toSorted();
  const others = names.filter((name) => project.get(name) !== branch.get(name));
  return others.length === 0 ? [] : [{ kind: 'parameter of the server', names: others }];
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
