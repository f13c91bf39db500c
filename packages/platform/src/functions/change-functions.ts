import type { EdgeFunction } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { clearFunctionFiles } from './clear-function-files.ts';
import { presentFunction } from './store.ts';

/** Changes how a function is called, not what it is. @throws PlatformError `not_found` */
export async function updateFunction(
  { db, log, untilServed }: Dependencies,
  actor: Actor,
  {
    ref,
    slug,
    name,
    verifyJwt,
  }: { ref: string; slug: string; name: string | undefined; verifyJwt: boolean | undefined },
): Promise<EdgeFunction> {
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
  const row = await db
    .deleteFrom('functions')
    .where('project_id', '=', project.id)
    .where('slug', '=', slug)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new PlatformError('not_found', `There is no function called ${slug}.`);
  log('info', { ref, function: slug, account: actor.accountId }, 'a function was deleted');
  await untilServed(ref);
  await clearFunctionFiles({ db, functionFiles, log }, ref);
}
