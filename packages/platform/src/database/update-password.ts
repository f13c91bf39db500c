import { setRolePassword } from '@basalt/postgres';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { OWNER_ROLE, SUPERUSER_ROLE } from '../project-cluster/roles.ts';
import { assertUsablePassword } from '../project-cluster/usable-password.ts';
import { lockProject } from '../projects/lock-project.ts';
import { assertOwnCluster } from '../projects/own-cluster.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { withDatabase } from './with-database.ts';

/**
 * Gives a project's database another password. It is written down once the database has it: where that does not come about, the call fails
 * and can be made again.
 * @throws PlatformError `forbidden`, `bad_request` for one that clients cannot use, `unavailable`
 */
export async function updatePassword(
  dependencies: Dependencies,
  actor: Actor,
  { ref, password }: { ref: string; password: string },
): Promise<void> {
  const { db, secrets, log, untilServed } = dependencies;
  const { project } = await permittedProject(db, actor, ref, 'update_project');
  assertOwnCluster(project, 'The password cannot be changed here');
  assertUsablePassword(password, 'password');
  await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    await withDatabase(dependencies, project, SUPERUSER_ROLE, (client) =>
      setRolePassword(client, OWNER_ROLE, password),
    );
    await transaction
      .updateTable('projects')
      .set({ database_password: secrets.seal(password) })
      .where('id', '=', project.id)
      .execute();
  });
  log('info', { ref, account: actor.accountId }, "the database's password was changed");
  await untilServed(ref);
}
