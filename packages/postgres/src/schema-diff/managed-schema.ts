import { type Policy, supabasePolicy } from '@supabase/pg-delta';

/** Why something is left out without a word. */
export const PLATFORMS_OWN = 'basalt.platforms-own';
/** Schemas of the platform with tables that people write policies for. */
const WITH_POLICIES = ['auth', 'realtime', 'storage'];
const TRIGRAMS = 'pg_trgm';
/** Roles that come with a project, or are made for a while. */
const PASSING_ROLES = ['basalt_*', 'cli_login_*'];

/**
 * What of a project's schema belongs to its people, and is carried from one project to another: all but the platform's own schemas and
 * roles, where their triggers and policies are still theirs. What a rule leaves out though it differs is told, unless it
 * goes its own way on both sides.
 */
export const managedSchema: Policy = {
  id: 'basalt',
  extends: [supabasePolicy],
  assumedRoles: ['basalt_sql_pages'],
  assumedSchemas: ['basalt'],
  filter: [
    leaveOut({ partitionOf: { schema: 'realtime', name: 'messages' } }),
    leaveOut({ all: [{ schema: 'realtime' }, { idField: { field: 'table', glob: 'messages_2*' } }] }),
    leaveOut({ all: [{ kind: 'role' }, { name: PASSING_ROLES }] }),
    leaveOut({ all: [{ kind: 'membership' }, { idField: { field: 'member', glob: PASSING_ROLES } }] }),
    leaveOut({ schema: 'basalt' }),
    leaveOut({ all: [{ kind: 'schema' }, { name: 'basalt' }] }),
    // It may have been made for the index of users where there are many; one that a branch wants is still made.
    leaveOut({
      all: [
        {
          any: [
            { all: [{ kind: 'extension' }, { name: TRIGRAMS }] },
            { target: { kind: 'extension', name: TRIGRAMS } },
          ],
        },
        { verb: 'remove' },
      ],
    }),
    { match: { all: [{ kind: 'policy' }, { schema: WITH_POLICIES }] }, action: 'include' },
  ],
};

function leaveOut(match: NonNullable<Policy['filter']>[number]['match']) {
  return {
    match,
    action: 'exclude',
    audit: { reasonCode: PLATFORMS_OWN, classification: 'acknowledged' },
  } as const;
}
