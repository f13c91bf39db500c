import type { AuthContext } from '../auth-context.ts';
import { callHook, hookKind } from '../hooks/call/call-hook.ts';
import { loadUserParts, presentUser } from '../present/present-user.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { UserChanges, UserRow } from '../store/user-row.ts';
import { insertUser, newUserColumns } from '../store/users.ts';
import type { JsonObject } from '../wire/read-body.ts';

/** A server of the project's owner has to be asked, and not while a transaction is open. */
class AsksFirst extends Error {
  readonly payload: JsonObject;
  constructor(payload: JsonObject) {
    super('A newcomer was not within `admitting`.');
    this.payload = payload;
  }
}

/** Does work that may make a user. Where a server decides who may be one, it is asked between two attempts at the work. */
export async function admitting<T>(context: AuthContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AsksFirst)) throw error;
    await callHook(context, 'before_user_created', error.payload);
    context.newcomer.isAdmitted = true;
    return work();
  }
}

/**
 * The row of somebody who makes an account, with the id of `context.newcomer`. The project is asked before, and told afterwards, where
 * it has hooks for that. Call it within `admitting`. Throws what the hook refuses with.
 */
export async function insertNewcomer(
  context: AuthContext,
  tx: Transaction,
  columns: UserChanges,
): Promise<UserRow> {
  const whole = newUserColumns(context.now, { ...columns, id: context.newcomer.id });
  await askBefore(context, tx, whole);
  const user = await insertUser(tx, context.now, whole);
  if (context.settings.hooks.after_user_created !== undefined)
    tx.afterCommit(async () => {
      const payload = { user: presentUser(await loadUserParts(context.db, user)) };
      await callHook(context, 'after_user_created', payload);
    });
  return user;
}

async function askBefore(
  context: AuthContext,
  tx: Transaction,
  columns: ReturnType<typeof newUserColumns>,
): Promise<void> {
  const kind = hookKind(context, 'before_user_created');
  if (kind === null || context.newcomer.isAdmitted) return;
  const payload = { user: presentUser({ user: unsaved(columns), identities: [], factors: [] }) };
  if (kind === 'address') throw new AsksFirst(payload);
  await callHook(context, 'before_user_created', payload, tx);
}

/** A row that is not there yet: what has no value is null. */
function unsaved(columns: ReturnType<typeof newUserColumns>): UserRow {
  return { is_anonymous: false, is_sso_user: false, ...columns } as UserRow;
}
