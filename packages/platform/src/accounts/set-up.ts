import { timingSafeEqual } from 'node:crypto';
import type { Plan } from '@basalt/contract';
import { sql } from 'kysely';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { AccountRow } from '../kernel/schema.ts';
import { ACCESS_TOKEN, hashToken, newSetupCode } from '../kernel/tokens.ts';
import { createOrganization } from '../organizations/manage-organizations.ts';
import { createAccessToken } from './access-tokens.ts';
import { hashPassword } from './password-hash.ts';
import { beginAttempt, forgiveAttempt } from './sign-in-throttle.ts';

/** True until the first account exists. */
export async function isSetupNeeded(db: Database): Promise<boolean> {
  return (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** A fresh one-time code for the terminal, or null when someone has set the platform up. Earlier codes stop working. */
export async function renewSetupCode(db: Database): Promise<string | null> {
  if (!(await isSetupNeeded(db))) return null;
  const code = newSetupCode();
  const code_hash = hashToken(code);
  await db
    .insertInto('setup_code')
    .values({ code_hash })
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet({ code_hash, created_at: new Date() }))
    .execute();
  return code;
}

export interface FirstAccount {
  email: string;
  password: string;
  organizationName: string;
  plan: Plan;
}

/**
 * The first visit: whoever has the code from the terminal becomes the owner.
 * @throws PlatformError `forbidden` (wrong code), `conflict` (already set up), `rate_limited`
 */
export async function setUp(
  db: Database,
  code: string,
  first: FirstAccount,
  ip: string,
): Promise<AccountRow> {
  if (!(await isSetupNeeded(db))) throw alreadySetUp();
  const attempt = await beginAttempt(db, 'setup', ip);
  if (!(await isCode(db, code))) {
    throw new PlatformError(
      'forbidden',
      'This is not the code that was printed in the terminal at the last start.',
      { field: 'code' },
    );
  }
  await forgiveAttempt(db, attempt, 'setup', ip);
  return createFirstAccount(db, first);
}

/** False also when there is no code at all: then nobody may come in. */
async function isCode(db: Database, code: string): Promise<boolean> {
  const expected = await db.selectFrom('setup_code').select('code_hash').executeTakeFirst();
  return expected !== undefined && timingSafeEqual(expected.code_hash, hashToken(code.trim().toUpperCase()));
}

function alreadySetUp(): PlatformError {
  return new PlatformError('conflict', 'This Basalt has been set up already. Sign in instead.');
}

/** What `BASALT_BOOTSTRAP_*` ask for, done only while no account exists. Answers whether it was done. */
export async function bootstrap(
  db: Database,
  first: FirstAccount,
  accessToken: string | null,
): Promise<boolean> {
  if (!(await isSetupNeeded(db))) return false;
  if (accessToken !== null && !ACCESS_TOKEN.test(accessToken)) {
    throw new Error('BASALT_BOOTSTRAP_ACCESS_TOKEN must be sbp_ followed by 40 hex digits.');
  }
  await createFirstAccount(db, first, accessToken);
  return true;
}

async function createFirstAccount(
  db: Database,
  first: FirstAccount,
  accessToken: string | null = null,
): Promise<AccountRow> {
  const passwordHash = await hashPassword(first.password);
  return db.transaction().execute(async (transaction) => {
    // Two browsers on the set-up page at once: the second waits here and then finds an account.
    await sql`lock table accounts in exclusive mode`.execute(transaction);
    if (!(await isSetupNeeded(transaction))) throw alreadySetUp();
    const account = await transaction
      .insertInto('accounts')
      .values({ email: first.email, password_hash: passwordHash })
      .returningAll()
      .executeTakeFirstOrThrow();
    const organization = await createOrganization(transaction, {
      name: first.organizationName,
      plan: first.plan,
      ownerId: account.id,
    });
    await recordChange(transaction, { organizationId: organization.id, by: account });
    if (accessToken !== null)
      await createAccessToken(transaction, account.id, { name: 'Bootstrap token', token: accessToken });
    await transaction.deleteFrom('setup_code').execute();
    return account;
  });
}
