import { ROLES, type Role } from '@basalt/contract';
import { withClient } from '@basalt/postgres';
import { beforeAll, expect, vi } from 'vitest';
import { type Answer, callerOf, OWNER, PASSWORD } from './caller.ts';
import { type ServerUnderTest, useServer } from './server-under-test.ts';

type Call = ReturnType<typeof callerOf>;
type Method = Parameters<Call>[0];

export interface ProjectUnderTest {
  server: ServerUnderTest;
  ref: string;
  /** Calls as someone with a role. `{ref}` in the address stands for the project. */
  as(role: Role, method: Method, url: string, body?: object): Promise<Answer>;
  owner(method: Method, url: string, body?: object): Promise<Answer>;
  /** On the project's database. */
  sql(text: string, user?: string): Promise<Record<string, unknown>[]>;
}

/** A running project in an organization with one person of every role. */
export function useProject(databasePorts: string): ProjectUnderTest {
  const server = useServer(databasePorts);
  const call = callerOf(server);
  const cookies = {} as Record<Role, string>;
  const project: ProjectUnderTest = {
    server,
    ref: '',
    as: (role, method, url, body) =>
      call(method, url.replace('{ref}', project.ref), body, { cookie: cookies[role] }),
    owner: (method, url, body) => project.as('Owner', method, url, body),
    sql: async (text, user = 'supabase_admin') => {
      const address = await server.clusters.address(project.ref);
      const { rows } = await withClient({ ...address, user }, (client) => client.query(text));
      return rows;
    },
  };

  beforeAll(async () => {
    await server.platform.bootstrap({ ...OWNER, organizationName: 'Stone works', plan: 'pro' }, null);
    const { db } = server.platform.dependencies;
    const organization = await db.selectFrom('organizations').selectAll().executeTakeFirstOrThrow();
    const { password_hash } = await db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
    for (const role of ROLES) {
      const email = role === 'Owner' ? OWNER.email : `${role.toLowerCase()}@example.com`;
      if (role !== 'Owner') {
        const account = { email, password_hash };
        const row = await db.insertInto('accounts').values(account).returning('id').executeTakeFirstOrThrow();
        const membership = { organization_id: organization.id, account_id: row.id, role };
        await db.insertInto('organization_members').values(membership).execute();
      }
      cookies[role] = (await call('POST', '/platform/sign-in', { email, password: PASSWORD })).cookie ?? '';
    }
    const input = { name: 'Quarry', db_pass: PASSWORD, organization_slug: organization.slug };
    project.ref = String((await project.owner('POST', '/v1/projects', input)).body.ref);
    await vi.waitFor(
      async () =>
        expect((await project.owner('GET', '/v1/projects/{ref}')).body.status).toBe('ACTIVE_HEALTHY'),
      60_000,
    );
  });

  return project;
}

/** An answer that is a list. */
export function listOf({ body }: Answer): Record<string, unknown>[] {
  return body as unknown as Record<string, unknown>[];
}
