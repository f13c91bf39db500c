import type { AuthContext } from '../auth-context.ts';
import { insertIdentity, listIdentities, updateIdentity } from '../store/identities.ts';
import { deleteOneTimeTokens, type OneTimeTokenType } from '../store/one-time-tokens.ts';
import type { Transaction } from '../store/run-transaction.ts';
import type { UserChanges, UserRow } from '../store/user-row.ts';
import { updateUser } from '../store/users.ts';
import type { Address } from '../wire/address.ts';
import { identityData } from './create-account.ts';

/**
 * Notes that a user proved to own an address, which becomes theirs if it is not yet: the identity, the metadata and the
 * list of providers follow, and an anonymous user is one no more. `usedTokens` are cleared.
 */
export async function confirmAddress(
  context: AuthContext,
  tx: Transaction,
  user: UserRow,
  address: Address,
  usedTokens: readonly OneTimeTokenType[],
  changes: UserChanges = {},
): Promise<UserRow> {
  const { now } = context;
  const { kind, value } = address;
  const at = kind === 'email' ? 'email_confirmed_at' : 'phone_confirmed_at';
  const isChange = user[kind] !== value;
  const app = user.raw_app_meta_data ?? {};
  const data = identityData(user.id, address, true);
  const confirmed = await updateUser(tx, now, user.id, {
    ...changes,
    ...Object.fromEntries(usedTokens.map((token) => [token, ''])),
    [kind]: value,
    [at]: user[at] && !isChange ? user[at] : now.toISOString(),
    is_anonymous: false,
    raw_app_meta_data: {
      ...app,
      provider: app.provider ?? kind,
      providers: withProvider(app.providers, kind),
    },
    raw_user_meta_data: { ...user.raw_user_meta_data, ...metadataOf(user, address, data) },
  });
  await deleteOneTimeTokens(tx, user.id, usedTokens);
  await confirmIdentity(context, tx, user.id, address, data);
  return confirmed;
}

function withProvider(providers: unknown, provider: string): unknown[] {
  const known = Array.isArray(providers) ? providers : [];
  return known.includes(provider) ? known : [...known, provider];
}

/** Only what concerns the address: whether the other one is verified stays as it is. */
function metadataOf(user: UserRow, { kind, value }: Address, data: Record<string, unknown>) {
  const isKnown = Object.hasOwn(user.raw_user_meta_data ?? {}, 'sub');
  return isKnown ? { [kind]: value, [`${kind}_verified`]: true } : data;
}

async function confirmIdentity(
  context: AuthContext,
  tx: Transaction,
  userId: string,
  { kind, value }: Address,
  data: Record<string, unknown>,
): Promise<void> {
  const identity = (await listIdentities(tx, userId)).find(({ provider }) => provider === kind);
  if (!identity) {
    await insertIdentity(tx, context.now, {
      provider: kind,
      provider_id: userId,
      user_id: userId,
      identity_data: data,
    });
    return;
  }
  const changed = { ...identity.identity_data, [kind]: value, [`${kind}_verified`]: true };
  await updateIdentity(tx, context.now, identity.id, { identity_data: changed });
}
