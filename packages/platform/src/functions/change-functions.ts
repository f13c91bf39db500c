import type { EdgeFunction } from '@basalt/contract';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { clearFunctionFiles } from './clear-function-files.ts';
import { deployFunction } from './deploy-functions.ts';
import { getFunction, presentFunction } from './store.ts';

interface OneFile {
  ref: string;
  slug: string;
  name?: string | undefined;
  verify_jwt?: boolean | undefined;
  body: string;
}

const ONLY_FILE = 'index.ts';

/** Deploys a function that is one file, as text. @throws PlatformError `conflict` when there is one with this slug */
export async function createFunction(
  dependencies: Dependencies,
  actor: Actor,
  input: OneFile,
): Promise<EdgeFunction> {
  const { db } = dependencies;
  const { project } = await permittedProject(db, actor, input.ref, 'deploy_functions');
  const present = await db
    .selectFrom('functions')
    .select('id')
    .where('project_id', '=', project.id)
    .where('slug', '=', input.slug)
    .executeTakeFirst();
  if (present !== undefined)
    throw new PlatformError('conflict', `Duplicated function slug: ${input.slug} is there already.`, {
      field: 'slug',
    });
  return deployFile(dependencies, actor, input);
}

function deployFile(
  dependencies: Dependencies,
  actor: Actor,
  { ref, slug, name, verify_jwt, body }: OneFile,
): Promise<EdgeFunction> {
  return deployFunction(dependencies, actor, {
    ref,
    slug,
    bundleOnly: false,
    metadata: { name, verify_jwt, entrypoint_path: ONLY_FILE },
    files: [{ path: ONLY_FILE, bytes: Buffer.from(body) }],
  });
}

/** Changes how a function is called, and its code where that is given. @throws PlatformError `not_found` */
export async function updateFunction(
  dependencies: Dependencies,
  actor: Actor,
  {
    ref,
    slug,
    name,
    verifyJwt,
    code,
  }: {
    ref: string;
    slug: string;
    name: string | undefined;
    verifyJwt: boolean | undefined;
    code: string | undefined;
  },
): Promise<EdgeFunction> {
  const { db, log, untilServed } = dependencies;
  if (code !== undefined) {
    const { project } = await permittedProject(db, actor, ref, 'deploy_functions');
    await getFunction(db, project.id, slug);
    return deployFile(dependencies, actor, { ref, slug, name, verify_jwt: verifyJwt, body: code });
  }
  const { project } = await permittedProject(db, actor, ref, 'deploy_functions');
  const row = await db
    .updateTable('functions')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(verifyJwt === undefined ? {} : { verify_jwt: verifyJwt }),
      updated_at: new Date(),
    })
    .where('project_id', '=', project.id)
    .where('slug', '=', slug)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new PlatformError('not_found', `There is no function called ${slug}.`);
  log('info', { ref, function: slug, account: actor.accountId }, 'a function was changed');
  await untilServed(ref);
  return presentFunction(row);
}

/** Its files go as well, once they are an hour old. @throws PlatformError `not_found` */
export async function deleteFunction(
  { db, functionFiles, log, untilServed }: Dependencies,
  actor: Actor,
  { ref, slug }: { ref: string; slug: string },
): Promise<void> {
  const { project } = await permittedProject(db, actor, ref, 'deploy_functions');
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom('functions')
      .where('project_id', '=', project.id)
      .where('slug', '=', slug)
      .returning(['name', 'version', 'verify_jwt'])
      .executeTakeFirst();
    if (row === undefined) throw new PlatformError('not_found', `There is no function called ${slug}.`);
    await recordChange(transaction, { before: { slug, ...row } });
  });
  log('info', { ref, function: slug, account: actor.accountId }, 'a function was deleted');
  await untilServed(ref);
  await clearFunctionFiles({ db, functionFiles, log }, ref);
}
