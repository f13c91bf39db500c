import { recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { addressOfLabel, checkLabel } from './names.ts';
import { isTaken, readAddress } from './store.ts';

/** Whether a project could be called so. @throws PlatformError `forbidden`, `not_found`, `bad_request` for what is no name */
export async function isAvailable(
  { db }: Dependencies,
  actor: Actor,
  ref: string,
  label: string,
): Promise<boolean> {
  const { project } = await permittedProject(db, actor, ref, 'update_project');
  checkLabel(label);
  return !(await isTaken(db, project.id, label));
}

/**
 * Calls a project by a label beside its ref, in place of one that it had. It is found by it when this returns. Answers its address.
 * @throws PlatformError `forbidden`, `not_found`, `bad_request`; `conflict` where it is taken, or a host name is used
 */
export async function activateLabel(
  { db, settings, untilServed }: Dependencies,
  actor: Actor,
  ref: string,
  label: string,
): Promise<string> {
  const { project } = await permittedProject(db, actor, ref, 'update_project');
  checkLabel(label);
  await db
    .transaction()
    .execute(async (transaction) => {
      await lockProject(transaction, project.id);
      const former = await readAddress(transaction, project.id);
      if (former?.kind === 'custom')
        throw new PlatformError(
          'conflict',
          `The project has the host name ${former.name}. Delete that first: it is called by one of the two.`,
        );
      const now = new Date();
      const values = { kind: 'vanity', name: label, verified_at: now, activated_at: now } as const;
      await transaction
        .insertInto('project_addresses')
        .values({ project_id: project.id, ...values })
        .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
        .execute();
      await recordChange(transaction, {
        before: former === null ? null : { vanity_subdomain: former.name },
        after: { vanity_subdomain: label },
      });
    })
    .catch((error: unknown) => {
      throw (error as { constraint?: string }).constraint === 'project_addresses_name'
        ? new PlatformError('conflict', 'Another project is called so. Choose another name.', {
            field: 'vanity_subdomain',
            cause: error,
          })
        : error;
    });
  await untilServed(ref);
  return addressOfLabel(label, ref, settings);
}

/** It is found by its ref only from now on. @throws PlatformError `forbidden`, `not_found` where it has none */
export async function deleteAddress(
  { db, untilServed }: Dependencies,
  actor: Actor,
  ref: string,
  kind: 'vanity' | 'custom',
): Promise<void> {
  const { project } = await permittedProject(db, actor, ref, 'update_project');
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom('project_addresses')
      .where('project_id', '=', project.id)
      .where('kind', '=', kind)
      .returning('name')
      .executeTakeFirst();
    if (row === undefined) throw kind === 'vanity' ? noLabel() : noHostname();
    await recordChange(transaction, { before: { name: row.name }, after: null });
  });
  await untilServed(ref);
}

const noLabel = () => new PlatformError('not_found', 'This project has no vanity subdomain.');
export const noHostname = () => new PlatformError('not_found', 'This project has no custom hostname.');
