import { sql } from 'kysely';
import { PlatformError } from '../kernel/platform-error.ts';

/** Whether the account of a membership has a second factor, an authenticator app or a passkey, where rows of `organization_members` are read. */
export const HAS_SECOND_FACTOR = sql<boolean>`(exists (
  select from account_second_factors as factor
  where factor.account_id = organization_members.account_id and factor.confirmed_at is not null)
  or exists (select from account_passkeys as passkey where passkey.account_id = organization_members.account_id))`;

/**
 * Whether an organization is closed to a member, because it requires a second factor that their account does not have. For
 * queries that read rows of `organizations` and `organization_members`.
 */
export const IS_CLOSED = sql<boolean>`(organizations.requires_second_factor and not ${HAS_SECOND_FACTOR})`;

/** The contrary of {@link IS_CLOSED}. */
export const IS_OPEN = sql<boolean>`not ${IS_CLOSED}`;

/** What a member without the second factor that their organization requires is told. */
export function secondFactorMissing(organization: string): PlatformError {
  return new PlatformError(
    'forbidden',
    `${organization} requires two-factor sign-in of its members. Set it up for your account in the dashboard, on the page “Password and sessions” (/account).`,
    { details: { second_factor: 'missing', organization } },
  );
}
