import type { AUTH_USER_SORTS, AuthFactor, AuthPasskey, AuthUser } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { isAttached } from '../projects/own-cluster.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { type AuthCall, callAuth, permittedCall } from './auth-service.ts';

// The project's auth service decides about each of these, and the contract checks what it answers.

interface OfUser {
  ref: string;
  id: string;
}

export interface UserSearch {
  ref: string;
  search: string;
  page: number;
  per_page: number;
  sort: (typeof AUTH_USER_SORTS)[number];
  order: 'asc' | 'desc';
}

function look(d: Dependencies, actor: Actor, ref: string, path: string) {
  return permittedCall(d, actor, ref, 'read_auth_users', { method: 'GET', path });
}

async function change(d: Dependencies, actor: Actor, ref: string, call: AuthCall): Promise<unknown> {
  return (await permittedCall(d, actor, ref, 'update_auth_users', call)).body;
}

/** One page of a project's users. */
export async function listUsers(
  d: Dependencies,
  actor: Actor,
  { ref, search, page, per_page, sort, order }: UserSearch,
): Promise<{ users: AuthUser[]; total: number; is_estimate: boolean }> {
  const query = new URLSearchParams({
    page: String(page),
    per_page: String(per_page),
    sort: `${sort}.${order}`,
    ...(search.trim() === '' ? {} : { filter: search.trim() }),
  });
  const { project } = await permittedProject(d.db, actor, ref, 'read_auth_users');
  const { body, total, isEstimate } = await callAuth(d, ref, {
    method: 'GET',
    path: `/admin/users?${query}`,
  });
  if (!isAttached(project)) d.userIndexes.counted(ref, total);
  return { users: (body as { users: AuthUser[] }).users, total, is_estimate: isEstimate };
}

export async function getUser(d: Dependencies, actor: Actor, { ref, id }: OfUser): Promise<AuthUser> {
  return (await look(d, actor, ref, `/admin/users/${id}`)).body as AuthUser;
}

export async function createUser(
  d: Dependencies,
  actor: Actor,
  { ref, ...body }: { ref: string },
): Promise<AuthUser> {
  return (await change(d, actor, ref, { method: 'POST', path: '/admin/users', body })) as AuthUser;
}

export async function updateUser(
  d: Dependencies,
  actor: Actor,
  { ref, id, ...body }: OfUser,
): Promise<AuthUser> {
  return (await change(d, actor, ref, { method: 'PUT', path: `/admin/users/${id}`, body })) as AuthUser;
}

export async function deleteUser(d: Dependencies, actor: Actor, { ref, id }: OfUser): Promise<void> {
  await change(d, actor, ref, { method: 'DELETE', path: `/admin/users/${id}`, body: {} });
}

/** Creates a user and sends the mail that lets them in. */
export async function inviteUser(
  d: Dependencies,
  actor: Actor,
  { ref, ...body }: { ref: string },
): Promise<AuthUser> {
  return (await change(d, actor, ref, { method: 'POST', path: '/invite', body })) as AuthUser;
}

/** Sends a mail with which a user can set a new password, or sign in. */
export async function sendMail(
  d: Dependencies,
  actor: Actor,
  { ref, email }: { ref: string; email: string },
  kind: 'recover' | 'magiclink',
): Promise<void> {
  await change(d, actor, ref, { method: 'POST', path: `/${kind}`, body: { email } });
}

export async function listFactors(d: Dependencies, actor: Actor, { ref, id }: OfUser): Promise<AuthFactor[]> {
  return (await look(d, actor, ref, `/admin/users/${id}/factors`)).body as AuthFactor[];
}

export async function deleteFactor(
  d: Dependencies,
  actor: Actor,
  { ref, id, factor_id }: OfUser & { factor_id: string },
): Promise<void> {
  await change(d, actor, ref, { method: 'DELETE', path: `/admin/users/${id}/factors/${factor_id}` });
}

export async function listPasskeys(
  d: Dependencies,
  actor: Actor,
  { ref, id }: OfUser,
): Promise<AuthPasskey[]> {
  return (await look(d, actor, ref, `/admin/users/${id}/passkeys`)).body as AuthPasskey[];
}

export async function deletePasskey(
  d: Dependencies,
  actor: Actor,
  { ref, id, passkey_id }: OfUser & { passkey_id: string },
): Promise<void> {
  await change(d, actor, ref, { method: 'DELETE', path: `/admin/users/${id}/passkeys/${passkey_id}` });
}
