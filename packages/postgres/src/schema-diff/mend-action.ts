import type { Action, FactBase } from '@supabase/pg-delta';
import { buildFactBase } from '@supabase/pg-delta';
import { listAssignment } from '../values/list-settings.ts';

/** A name in quotes as the library writes it, or one that needs none. */
const NAME = String.raw`(?:"(?:[^"]|"")+"|[^\s".]+)`;

/** Printed for an index of a partitioned table, though its partitions have it as well. */
const INDEX_OF_PARENT = new RegExp(`^(CREATE (?:UNIQUE )?INDEX ${NAME} ON) ONLY (?=\\S)`);
const ROLE_SETTING = new RegExp(`^(ALTER ROLE ${NAME} SET) "([^"]+)" TO '((?:[^']|'')*)'$`);
const GRANTED_ROLE = new RegExp(`^(GRANT ${NAME} TO ${NAME}) WITH ADMIN OPTION$`);

/** Who runs the statements: the role that a project's people work with. */
export const OWNER = 'postgres';

/** What must be known of the database that a plan leads to. */
export interface Mending {
  /** Of its server. */
  readonly major: number;
  /** Roles that the project's people can become there. */
  readonly becomes: ReadonlySet<string>;
}

/**
 * What the library writes down in a way that a server refuses, or understands differently, as it is meant.
 * @param actions all of the plan, in order
 */
export function mendActions(actions: readonly Action[], mending: Mending): Action[] {
  const made = new Set(
    actions.flatMap(({ verb, produces }) =>
      verb === 'create' ? produces.flatMap((id) => (id.kind === 'role' ? [id.name] : [])) : [],
    ),
  );
  return actions.flatMap((action) => {
    const sql = mendedMembership(action, made, mending) ?? mendedText(action.sql);
    return sql === '' ? [] : [{ ...action, sql }];
  });
}

function mendedText(sql: string): string {
  const [, role, name = '', stored = ''] = ROLE_SETTING.exec(sql) ?? [];
  const list = role === undefined ? null : listAssignment(name, stored.replaceAll("''", "'"));
  if (list !== null) return `${role} ${list}`;
  return sql.replace(INDEX_OF_PARENT, '$1 ');
}

/** Whoever makes a role may give it to others since 16, and cannot be allowed that once more. Empty: nothing is left to do. */
function mendedMembership(
  { sql, produces }: Action,
  made: ReadonlySet<string>,
  { major, becomes }: Mending,
): string | null {
  const given = produces.find((id) => id.kind === 'membership');
  if (major < 16 || given?.kind !== 'membership' || given.member !== OWNER || !made.has(given.role))
    return null;
  return becomes.has(given.role) ? sql.replace(GRANTED_ROLE, '$1') : '';
}

/** Since 17 that a domain is not null is told twice, of which a server takes one. */
export function withoutDoubles(facts: FactBase): FactBase {
  const all = facts.facts();
  const single = all.filter(
    ({ id, parent, payload }) =>
      !(
        id.kind === 'constraint' &&
        parent?.kind === 'domain' &&
        payload !== null &&
        typeof payload === 'object' &&
        'type' in payload &&
        payload.type === 'n'
      ),
  );
  if (single.length === all.length) return facts;
  const kept = buildFactBase(single, [...facts.edges], facts.source, facts.referenceOnly);
  kept.diagnostics.push(...facts.diagnostics.filter(({ code }) => code !== 'dangling_edge'));
  return kept;
}
