import {
  type EdgeFunction,
  type FunctionMetadata,
  functionMetadata,
  functionSlug,
  MAX_FUNCTIONS,
} from '@basalt/contract';
import { audited } from '../kernel/audit/audited.ts';
import { redact } from '../kernel/audit/redact.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database, Transaction } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor, DeployedFile } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { clearFunctionFiles } from './clear-function-files.ts';
import { type Deployment, getFunction, presentFunction, writeDeployment } from './store.ts';

export interface DeployInput {
  ref: string;
  /** In the address; else the name of the metadata is it. */
  slug: string | undefined;
  /** True: the files are kept for `bulkUpdate`, and nothing is served yet. */
  bundleOnly: boolean;
  /** As it was sent. */
  metadata: unknown;
  files: readonly DeployedFile[];
}

/**
 * Deploys a function: its imports are loaded and kept first, then one row is changed, so that it is served as it was before or as it
 * is now and never in between.
 * @throws PlatformError `bad_request` for files that cannot be loaded, with the line
 */
export function deployFunction(
  dependencies: Dependencies,
  actor: Actor,
  input: DeployInput,
): Promise<EdgeFunction> {
  const work = () => deploy(dependencies, actor, input);
  if (input.bundleOnly) return work();
  const { ref, slug, metadata, files } = input;
  const asked = { slug, metadata, paths: files.map(({ path }) => path) };
  const call = { action: 'functions.deploy', actor, subject: { ref }, request: redact(undefined, asked) };
  return audited(dependencies, call, work);
}

async function deploy(
  { db, functionFiles, log, untilServed }: Dependencies,
  actor: Actor,
  { ref, bundleOnly, files, ...input }: DeployInput,
): Promise<EdgeFunction> {
  const { project } = await permittedProject(db, actor, ref, 'deploy_functions');
  const metadata = readMetadata(input.metadata);
  const slug = readSlug(input.slug ?? metadata.name);
  const { digest, bundle } = await functionFiles.add(ref, {
    files,
    entrypoint: metadata.entrypoint_path,
    importMap: metadata.import_map_path ?? null,
  });
  const deployment: Deployment = {
    slug,
    name: metadata.name ?? null,
    digest,
    entrypoint: bundle.entrypoint,
    importMap: bundle.importMap,
    verifyJwt: metadata.verify_jwt ?? null,
  };
  if (bundleOnly) return notYetServed(db, project.id, deployment);
  const [row] = await serveDeployments({ db, functionFiles }, project, actor.accountId, [deployment]);
  log(
    'info',
    { ref, function: slug, version: row?.version, account: actor.accountId },
    'a function was deployed',
  );
  await untilServed(ref);
  await clearFunctionFiles({ db, functionFiles, log }, ref);
  if (row === undefined) throw new Error('A deployment wrote no row.');
  return presentFunction(row);
}

/** Puts functions into service whose files were sent before, all or none. */
export async function bulkUpdateFunctions(
  { db, functionFiles, log, untilServed }: Dependencies,
  actor: Actor,
  ref: string,
  functions: readonly {
    slug: string;
    name?: string | undefined;
    verify_jwt?: boolean | undefined;
    entrypoint_path: string;
    import_map_path?: string | null | undefined;
    ezbr_sha256: string;
  }[],
): Promise<EdgeFunction[]> {
  const { project } = await permittedProject(db, actor, ref, 'deploy_functions');
  const rows = await serveDeployments(
    { db, functionFiles },
    project,
    actor.accountId,
    functions.map(({ slug, name, verify_jwt, entrypoint_path, import_map_path, ezbr_sha256 }) => ({
      slug,
      name: name ?? null,
      digest: ezbr_sha256,
      entrypoint: entrypoint_path,
      importMap: import_map_path || null,
      verifyJwt: verify_jwt ?? null,
    })),
  );
  log('info', { ref, functions: rows.length, account: actor.accountId }, 'functions were deployed');
  await untilServed(ref);
  await clearFunctionFiles({ db, functionFiles, log }, ref);
  return rows.map(presentFunction);
}

/** Deploys a former version once more. @throws PlatformError `not_found` */
export async function rollBackFunction(
  { db, functionFiles, log, untilServed }: Dependencies,
  actor: Actor,
  { ref, slug, version }: { ref: string; slug: string; version: number },
): Promise<EdgeFunction> {
  const { project } = await permittedProject(db, actor, ref, 'deploy_functions');
  const own = await getFunction(db, project.id, slug);
  const former = await db
    .selectFrom('function_versions')
    .selectAll()
    .where('function_id', '=', own.id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (former === undefined)
    throw new PlatformError('not_found', `Version ${version} of ${slug} is not kept any more.`);
  const { digest, entrypoint, import_map, verify_jwt } = former;
  const [row] = await serveDeployments({ db, functionFiles }, project, actor.accountId, [
    { slug, name: null, digest, entrypoint, importMap: import_map, verifyJwt: verify_jwt },
  ]);
  if (row === undefined) throw new Error('A roll-back wrote no row.');
  log('info', { ref, function: slug, to: version, account: actor.accountId }, 'a function was rolled back');
  await untilServed(ref);
  return presentFunction(row);
}

/**
 * Writes the rows, all or none. While the project is locked no files of it are cleared, so those that are there now stay.
 * @param deployedBy an account; null: the platform by itself
 * @throws PlatformError `bad_request` when files are gone, `conflict` when they are too many functions
 */
export function serveDeployments(
  { db, functionFiles }: Pick<Dependencies, 'db' | 'functionFiles'>,
  project: Pick<ProjectRow, 'id' | 'ref'>,
  deployedBy: string | null,
  deployments: readonly Deployment[],
) {
  return db
    .transaction()
    .execute((transaction) =>
      serveDeploymentsIn(transaction, functionFiles, project, deployedBy, deployments),
    );
}

/** The same in a transaction that does more. @throws as {@link serveDeployments} */
export async function serveDeploymentsIn(
  transaction: Transaction,
  functionFiles: Dependencies['functionFiles'],
  { id: projectId, ref }: Pick<ProjectRow, 'id' | 'ref'>,
  deployedBy: string | null,
  deployments: readonly Deployment[],
) {
  await lockProject(transaction, projectId);
  const rows = [];
  for (const deployment of deployments) {
    if (!(await functionFiles.has(ref, deployment.digest)))
      throw new PlatformError(
        'bad_request',
        `The files of ${deployment.slug} are not here. Send them again.`,
      );
    rows.push(await writeDeployment(transaction, projectId, deployedBy, deployment));
  }
  const { count } = await transaction
    .selectFrom('functions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (count > MAX_FUNCTIONS)
    throw new PlatformError(
      'conflict',
      `A project can have ${MAX_FUNCTIONS} functions. Delete one that is not in use.`,
    );
  return rows;
}

/** What is answered for a bundle that is only kept: what `bulkUpdate` is sent. */
async function notYetServed(db: Database, projectId: number, deployment: Deployment): Promise<EdgeFunction> {
  const present = await getFunction(db, projectId, deployment.slug).catch((error: unknown) => {
    if (error instanceof PlatformError && error.code === 'not_found') return null;
    throw error;
  });
  const { slug, name, digest, entrypoint, importMap, verifyJwt } = deployment;
  const now = new Date();
  return presentFunction({
    id: present?.id ?? crypto.randomUUID(),
    project_id: projectId,
    slug,
    name: name ?? present?.name ?? slug,
    version: (present?.version ?? 0) + 1,
    digest,
    entrypoint,
    import_map: importMap,
    verify_jwt: verifyJwt ?? present?.verify_jwt ?? true,
    created_at: present?.created_at ?? now,
    updated_at: now,
  });
}

function readMetadata(value: unknown): FunctionMetadata {
  const { data, error } = functionMetadata.safeParse(value);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw new PlatformError('bad_request', `metadata.${issue?.path.join('.')}: ${issue?.message}`, {
    field: 'metadata',
  });
}

function readSlug(value: string | undefined): string {
  const { data, error } = functionSlug.safeParse(value);
  if (data !== undefined) return data;
  throw new PlatformError('bad_request', `The name of a function ${error.issues[0]?.message}.`, {
    field: 'slug',
  });
}
