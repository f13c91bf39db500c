import { randomUUID } from 'node:crypto';
import type { ClusterAddress } from '@basalt/clusters';
import type { Role, SaveContentInput } from '@basalt/contract';
import { actorForTest, openTestPlatform } from '../backups/platform-for-test.ts';
import type { Actor } from '../kernel/ports.ts';

/** A platform with projects of one organization, and people in it. */
export async function openContentPlatform(address: ClusterAddress) {
  const { db, insertProject } = await openTestPlatform(address);
  return {
    db,
    insertProject,
    /** Somebody with this role, or with none. */
    async insertPerson(role: Role | null): Promise<Actor> {
      const { id, email } = await db
        .insertInto('accounts')
        .values({ email: `${randomUUID()}@example.com`, password_hash: '' })
        .returning(['id', 'email'])
        .executeTakeFirstOrThrow();
      const organization = await db
        .selectFrom('organizations')
        .select('id')
        .orderBy('id')
        .executeTakeFirstOrThrow();
      if (role !== null)
        await db
          .insertInto('organization_members')
          .values({ organization_id: organization.id, account_id: id, role })
          .execute();
      return actorForTest(id, email);
    },
  };
}

/** A snippet as a browser sends it. */
export function snippet(
  text: string,
  change: Partial<Omit<SaveContentInput, 'type' | 'content'>> = {},
): SaveContentInput {
  return { type: 'sql', name: 'Stones', content: { sql: text }, ...change };
}

/** Lists as they are asked for when nothing is said. */
export const FIRST_PAGE = { type: 'sql', sort_by: 'inserted_at', sort_order: 'desc', limit: 100 } as const;
