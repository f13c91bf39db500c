import { createHash } from 'node:crypto';
import { type FunctionSecret, MAX_FUNCTION_SECRETS } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';

/** By name, without their values. */
export async function listFunctionSecrets(
  { db }: Dependencies,
  actor: Actor,
  ref: string,
): Promise<FunctionSecret[]> {
  const { project } = await permittedProject(db, actor, ref, 'deploy_functions');
  const rows = await db
    .selectFrom('function_secrets')
    .select(['name', 'digest', 'updated_at'])
    .where('project_id', '=', project.id)
    .orderBy('name')
    .execute();
  return rows.map(({ name, digest, updated_at }) => ({
    name,
    value: digest,
    updated_at: updated_at.toISOString(),
  }));
}

/** Makes and replaces secrets, all or none. Running functions are started anew with their next request. */
export async function setFunctionSecrets(
  { db, secrets, log, untilServed }: Dependencies,
  actor: Actor,
  ref: string,
  values: readonly { name: string; value: string }[],
): Promise<void> {
  const { project } = await permittedProject(db, actor, ref, 'deploy_functions');
  if (values.length === 0) return;
  const byName = new Map(values.map((secret) => [secret.name, secret.value]));
  await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    for (const [name, value] of byName) {
      const row = {
        sealed_value: secrets.seal(value),
        digest: createHash('sha256').update(value).digest('hex'),
        updated_at: new Date(),
      };
      await transaction
        .insertInto('function_secrets')
        .values({ project_id: project.id, name, ...row })
        .onConflict((conflict) => conflict.columns(['project_id', 'name']).doUpdateSet(row))
        .execute();
    }
    const { count } = await transaction
      .selectFrom('function_secrets')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('project_id', '=', project.id)
      .executeTakeFirstOrThrow();
    if (count > MAX_FUNCTION_SECRETS)
      throw new PlatformError(
        'conflict',
        `A project can have ${MAX_FUNCTION_SECRETS} secrets. Delete one that is not in use.`,
      );
  });
  log('info', { ref, names: [...byName.keys()], account: actor.accountId }, 'secrets of functions were set');
  await untilServed(ref);
}

export async function deleteFunctionSecrets(
  { db, log, untilServed }: Dependencies,
  actor: Actor,
  ref: string,
  names: readonly string[],
): Promise<void> {
  const { project } = await permittedProject(db, actor, ref, 'deploy_functions');
  if (names.length === 0) return;
  await db
    .deleteFrom('function_secrets')
    .where('project_id', '=', project.id)
    .where('name', 'in', names)
    .execute();
  log('info', { ref, names, account: actor.accountId }, 'secrets of functions were deleted');
  await untilServed(ref);
}
