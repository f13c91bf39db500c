import type { TokenRole } from '@basalt/contract';
import { keyOfRole } from '../api-keys/key-of-role.ts';
import { getUser } from '../auth-users/manage-users.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { signForMinutes } from '../signing-keys/sign-for-user.ts';
import { tokenClaims } from './token-claims.ts';

interface TokenInput {
  ref: string;
  role: TokenRole;
  user_id?: string | undefined;
}

/**
 * A token with which its holder is one of the project's roles or users for some minutes. It takes the right to see the keys,
 * with which one could sign it oneself.
 * @throws PlatformError `not_found` when there is no such user
 */
export async function createToken(
  dependencies: Dependencies,
  actor: Actor,
  { ref, role, user_id }: TokenInput,
): Promise<{ token: string; api_key: string; expires_at: string }> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'read_api_keys');
  if (user_id !== undefined && role !== 'authenticated')
    throw new PlatformError('bad_request', 'role: A user is authenticated.', { field: 'role' });
  const apiKey = await keyOfRole(dependencies, project, 'anon');
  if (apiKey === null)
    throw new PlatformError(
      'conflict',
      'The project has no publishable key, without which its APIs answer nobody.',
    );
  const user = user_id === undefined ? null : await getUser(dependencies, actor, { ref, id: user_id });
  const { token, expiresAt } = await signForMinutes(dependencies, project, tokenClaims(role, user));
  return { token, api_key: apiKey, expires_at: expiresAt.toISOString() };
}
