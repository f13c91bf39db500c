import { randomBytes } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { ApiClient } from './api-client.ts';
import { OWNER } from './owner.ts';
import { withPlatformDatabase } from './platform-database.ts';
import type { Basalt } from './start-basalt.ts';

/** A second person. */
export interface Colleague {
  email: string;
  password: string;
}

/** What somebody may do in the owner's organization; null: they are not in it. */
export type ColleagueRole = 'Administrator' | 'Developer' | 'Read-only' | null;

/**
 * Adds an account, and makes it a member of the owner's organization. An invitation takes several requests, so this goes the
 * operator's way: the platform's own database trusts the machine's owner on its private socket.
 */
export async function addColleague(
  basalt: Pick<Basalt, 'home'>,
  role: ColleagueRole,
  // Its sign-in failures and its name are nobody else's.
  email = `${(role ?? 'stranger').toLowerCase()}-${randomBytes(4).toString('hex')}@example.com`,
): Promise<Colleague> {
  await withPlatformDatabase(basalt, async (client) => {
    // The same hash is the same password.
    const { rows } = await client.query<{ id: string }>(
      `insert into accounts (email, password_hash)
       select $1, password_hash from accounts where email = $2 returning id`,
      [email, OWNER.email],
    );
    if (role !== null)
      await client.query(
        `insert into organization_members (organization_id, account_id, role)
         select organization_id, $1, $2 from organization_members
         join accounts on accounts.id = account_id where email = $3`,
        [rows[0]?.id, role, OWNER.email],
      );
  });
  return { email, password: OWNER.password };
}

/** A page in a browser of their own, signed in. Whoever opens it closes its context. */
export async function openAs(
  browser: Browser,
  basalt: Basalt,
  { email, password }: Colleague,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: basalt.origin });
  const answer = await context.request.post('/platform/sign-in', { data: { email, password } });
  expect(answer.status()).toBe(200);
  return await context.newPage();
}

/** What a token may do at most. */
interface TokenLimits {
  role?: 'Administrator' | 'Developer' | 'Read-only';
  /** The ref of the one project that it is for. */
  project?: string;
}

/** The platform's API with a fresh access token of theirs. */
export async function apiAs(
  basalt: Basalt,
  { email, password }: Colleague,
  limits: TokenLimits = {},
): Promise<ApiClient> {
  const nobody = new ApiClient(basalt.origin, null);
  const { headers } = await nobody.request('POST', '/platform/sign-in', { email, password });
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  const { origin } = basalt;
  const path = '/platform/profile/access-tokens';
  const token = { name: 'test', ...limits };
  const { status, body } = await nobody.request('POST', path, token, { cookie, origin });
  expect(status).toBe(201);
  return new ApiClient(origin, body.token);
}
