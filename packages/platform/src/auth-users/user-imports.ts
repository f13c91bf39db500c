import type { ProjectAbility, RefusedUser } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { routes } from '../kernel/router-base.ts';
import { type AuthCall, permittedCall } from './auth-service.ts';

// The project's auth service decides about each of these, and the contract checks what it answers.

const IMPORTS = '/admin/user_imports';
const USERS_PER_PAGE = 1_000;
/** A hundred thousand users become some in seconds, and there may be more. */
const PATIENCE_MS = 130_000;

async function change<T>(d: Dependencies, actor: Actor, ref: string, call: AuthCall): Promise<T> {
  return (await permittedCall(d, actor, ref, 'update_auth_users', call)).body as T;
}

interface ExportedUsers {
  users: Record<string, unknown>[];
  next: string | null;
}

async function exportUsers(
  d: Dependencies,
  actor: Actor,
  { ref, after }: { ref: string; after?: string | undefined },
  { hashes, ability }: { hashes: boolean; ability: ProjectAbility },
): Promise<ExportedUsers> {
  const query = new URLSearchParams({
    per_page: `${USERS_PER_PAGE}`,
    hashes: `${hashes}`,
    ...(after && { after }),
  });
  const path = `/admin/user_exports?${query}`;
  return (await permittedCall(d, actor, ref, ability, { method: 'GET', path })).body as ExportedUsers;
}

const { userImports } = routes;

export const userImportRoutes = {
  stage: userImports.stage.handler(({ context, input: { ref, id, rows } }) =>
    change<{ refused: RefusedUser[] }>(context, context.actor, ref, {
      method: 'POST',
      path: `${IMPORTS}/${id}/rows`,
      body: { rows },
    }),
  ),
  finish: userImports.finish.handler(({ context, input: { ref, id, all_or_nothing } }) =>
    change<{ imported: number; refused: RefusedUser[]; refused_count: number }>(context, context.actor, ref, {
      method: 'POST',
      path: `${IMPORTS}/${id}/finish`,
      body: { all_or_nothing },
      patienceMs: PATIENCE_MS,
    }),
  ),
  cancel: userImports.cancel.handler(async ({ context, input: { ref, id } }) => {
    await change(context, context.actor, ref, { method: 'DELETE', path: `${IMPORTS}/${id}` });
    return {};
  }),
  export: userImports.export.handler(({ context, input }) =>
    exportUsers(context, context.actor, input, { hashes: false, ability: 'read_auth_users' }),
  ),
  exportHashes: userImports.exportHashes.handler(({ context, input }) =>
    exportUsers(context, context.actor, input, { hashes: true, ability: 'update_auth_users' }),
  ),
};
