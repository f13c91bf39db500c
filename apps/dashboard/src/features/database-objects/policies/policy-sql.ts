import { quoteIdent } from '@basalt/sql';
import type { PolicyObject } from '../shared/objects.ts';

type Definition = Omit<PolicyObject, 'id' | 'table_id' | 'comment'>;

/** What makes a policy. Null when one of its conditions cannot be read now. */
export function policySql(policy: Definition): string | null {
  const { schema, table, name, action, command, roles, definition, check } = policy;
  // Each command needs one of them; PostgreSQL gives null while the table is locked.
  if (definition === null && check === null) return null;
  return [
    `create policy ${quoteIdent(name)} on ${quoteIdent(schema)}.${quoteIdent(table)}`,
    `  as ${action.toLowerCase()} for ${command.toLowerCase()}`,
    `  to ${roles.map((role) => (role === 'public' ? role : quoteIdent(role))).join(', ')}`,
    ...(definition === null ? [] : [`  using (${definition})`]),
    ...(check === null ? [] : [`  with check (${check})`]),
  ]
    .join('\n')
    .concat(';');
}

/** Which conditions a command asks for: which rows it finds, and which it may leave behind. */
export function conditionsOf(command: Definition['command']): { using: boolean; check: boolean } {
  return { using: command !== 'INSERT', check: command !== 'SELECT' && command !== 'DELETE' };
}

export interface PolicyTemplate {
  label: string;
  name: string;
  command: Definition['command'];
  roles: readonly string[];
  using: string;
  check: string;
}

const SIGNED_IN = ['authenticated'] as const;

/** Taken for the owner's column while no other is known. */
export const LIKELY_OWNER = 'user_id';

/** Policies that most tables begin with. `owner` is the column with the id of the user to whom a row belongs. */
export function policyTemplates(owner: string): Readonly<Record<string, PolicyTemplate>> {
  const isOwned = `(select auth.uid()) = ${quoteIdent(owner)}`;
  return {
    blank: { label: 'Empty', name: '', command: 'ALL', roles: SIGNED_IN, using: '', check: '' },
    public: {
      label: 'Everybody reads',
      name: 'Everybody reads',
      command: 'SELECT',
      roles: ['anon', 'authenticated'],
      using: 'true',
      check: '',
    },
    'signed-in': {
      label: 'Signed-in users read',
      name: 'Signed-in users read',
      command: 'SELECT',
      roles: SIGNED_IN,
      using: 'true',
      check: '',
    },
    insert: {
      label: 'Signed-in users add rows',
      name: 'Signed-in users add rows',
      command: 'INSERT',
      roles: SIGNED_IN,
      using: '',
      check: 'true',
    },
    owner: {
      label: 'Owners do everything with their rows',
      name: 'Owners do everything with their rows',
      command: 'ALL',
      roles: SIGNED_IN,
      using: isOwned,
      check: isOwned,
    },
    'owner-read': {
      label: 'Owners read their rows',
      name: 'Owners read their rows',
      command: 'SELECT',
      roles: SIGNED_IN,
      using: isOwned,
      check: '',
    },
  };
}

const OWNER_NAMES = ['user_id', 'owner_id', 'owner', 'author_id', 'profile_id', 'created_by'];

/** The column that most likely holds the id of a row's owner. */
export function ownerColumn(columns: readonly { name: string; format: string }[]): string {
  const ids = columns.filter(({ format }) => format === 'uuid').map(({ name }) => name);
  return (
    OWNER_NAMES.find((name) => ids.includes(name)) ??
    ids.find((name) => name !== 'id') ??
    ids[0] ??
    LIKELY_OWNER
  );
}
