import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';

/** Switches the legacy keys anon and service_role on or off. @throws PlatformError `conflict` when their secret is revoked */
export async function setLegacyKeys(
  { db }: Dependencies,
  actor: Actor,
  { ref, enabled }: { ref: string; enabled: boolean },
): Promise<{ enabled: boolean }> {
  const { project } = await permittedProject(db, actor, ref, 'update_api_config');
  await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    const secret = await transaction
      .selectFrom('signing_keys')
      .select('status')
      .where('project_id', '=', project.id)
      .where('is_legacy', '=', true)
      .executeTakeFirstOrThrow();
    if (enabled && secret.status === 'revoked')
      throw new PlatformError(
        'conflict',
        'The legacy keys cannot be switched on: the JWT secret that signs them is revoked.',
      );
    await transaction
      .updateTable('project_api_settings')
      .set({ legacy_keys_enabled: enabled })
      .where('project_id', '=', project.id)
      .execute();
  });
  return { enabled };
}
