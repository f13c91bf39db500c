import { compareSchemas, type KeptSchema, QueryError, readSchema } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { Turns } from '../kernel/turns.ts';
import type { StepContext } from '../operations/definition.ts';
import { sqlDatabase } from '../project-cluster/project-connections.ts';
import { READ_ONLY_ROLE } from '../project-cluster/roles.ts';
import { startProject } from '../project-cluster/start-project.ts';

/** A comparison may take hundreds of megabytes for two minutes: so many at a time on this machine, and one of a project and its branches. */
const turns = new Turns(2);
const atWork = new Set<number>();

interface CompareOptions {
  /** What both were once. */
  base?: KeptSchema | null;
  /** Whether the schema of `to` is given back. */
  keeps?: boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Compares two projects for somebody who waits. Both are read as the role that can change nothing.
 * @throws PlatformError `conflict` when one of the two is paused, `unavailable` with what a database said, or while another comparison of
 * the project is at work
 */
export async function compareProjects(
  dependencies: Dependencies,
  source: ProjectRow,
  branch: ProjectRow,
  options: CompareOptions,
) {
  return inTurn(source.id, () =>
    onSqlPages(dependencies, source, options.signal, (from) =>
      onSqlPages(dependencies, branch, options.signal, (to) => compareSchemas(from, to, options)),
    ),
  );
}

/** What has led from a kept schema to what a project is now. @throws as {@link compareProjects} */
export function compareWithPast(
  dependencies: Dependencies,
  past: KeptSchema,
  source: ProjectRow,
  options: Pick<CompareOptions, 'keeps' | 'signal'>,
) {
  return inTurn(source.id, () =>
    onSqlPages(dependencies, source, options.signal, (to) => compareSchemas(past, to, options)),
  );
}

/** The same for an operation at work: waits for its turn, and starts a server that has just died. @throws {QueryError} */
export async function compareAtWork(context: AtWork, source: ProjectRow, branch: ProjectRow) {
  const { signal } = context;
  return inMachineTurn(async () => {
    const [from, to] = [await targetAtWork(context, source), await targetAtWork(context, branch)];
    return (await compareSchemas(from, to, { signal })).difference;
  });
}

/** @throws {QueryError} */
export function readSchemaAtWork(context: AtWork, project: ProjectRow): Promise<KeptSchema> {
  return inMachineTurn(async () => readSchema(await targetAtWork(context, project), context.signal));
}

type AtWork = Pick<StepContext, 'clusters' | 'signal'>;

async function targetAtWork({ clusters }: AtWork, project: ProjectRow) {
  const { cluster } = await startProject(clusters, project);
  return { ...cluster.address, user: READ_ONLY_ROLE };
}

async function onSqlPages<T>(
  dependencies: Dependencies,
  project: ProjectRow,
  signal: AbortSignal | undefined,
  work: (target: Awaited<ReturnType<typeof sqlDatabase>>['target']) => Promise<T>,
): Promise<T> {
  const { target, release } = await sqlDatabase(dependencies, project, READ_ONLY_ROLE, signal);
  try {
    return await work(target);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw new PlatformError('unavailable', error.message, { cause: error });
  } finally {
    release();
  }
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
