import type { Project } from '@basalt/contract';
import { useQueries } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import type { Command } from './commands.ts';

/** Shorter texts are in nearly every name. */
const LEAST = 2;
/** Of each kind: who looks for more types more. */
const MOST = 5;

export interface ProjectFinds {
  commands: Command[];
  isSearching: boolean;
  /** Kinds of things that could not be searched, such as "tables". */
  failed: string[];
}

/**
 * What the project has under this name, besides pages: the server searches, and finds only what the person may see. What needs
 * the project's database is asked only while that is there.
 */
export function useProjectFinds(project: Project | undefined, text: string): ProjectFinds {
  const search = text.trim();
  const ref = project?.ref ?? '';
  const isAsked = project !== undefined && search.length >= LEAST;
  const isUp = project?.status === 'ACTIVE_HEALTHY' || project?.status === 'ACTIVE_UNHEALTHY';
  const content = { ref, name: search, limit: MOST, sort_by: 'updated_at' } as const;
  const [tables, snippets, reports, users, buckets, functions] = useQueries({
    queries: [
      orpc.database.findTables.queryOptions({
        input: { ref, name: search, limit: MOST },
        enabled: isAsked && isUp && project.abilities.read_sql,
        retry: false,
      }),
      orpc.content.list.queryOptions({ input: { ...content, type: 'sql' }, enabled: isAsked, retry: false }),
      orpc.content.list.queryOptions({
        input: { ...content, type: 'report' },
        enabled: isAsked,
        retry: false,
      }),
      orpc.authUsers.list.queryOptions({
        input: { ref, search, per_page: MOST },
        enabled: isAsked && isUp && project.abilities.read_auth_users,
        retry: false,
      }),
      orpc.storageBuckets.list.queryOptions({
        input: { ref },
        enabled: isAsked && isUp && project.abilities.read_storage,
        retry: false,
      }),
      orpc.functions.list.queryOptions({
        input: { ref },
        enabled: isAsked && project.abilities.read_functions,
        retry: false,
      }),
    ],
  });
  const kinds = { tables, snippets, reports, users, buckets, functions };
  const isFound = ({ name, slug = '' }: { name: string; slug?: string }) =>
    [name, slug].some((text) => text.toLowerCase().includes(search.toLowerCase()));
  return {
    commands: [
      ...(tables.data ?? []).map((table) => tableCommand(ref, table)),
      ...(snippets.data?.data ?? []).map(({ id, name }) => snippetCommand(ref, id, name)),
      ...(reports.data?.data ?? []).map(({ id, name }) => reportCommand(ref, id, name)),
      ...(users.data?.users ?? []).map(({ id, email, phone }) =>
        userCommand(ref, id, email || (phone && `+${phone}`) || id),
      ),
      // All of them are asked for at once: there are few.
      ...(buckets.data ?? [])
        .filter(isFound)
        .slice(0, MOST)
        .map(({ id, name }) => bucketCommand(ref, id, name)),
      ...(functions.data ?? [])
        .filter(isFound)
        .slice(0, MOST)
        .map(({ slug, name }) => functionCommand(ref, slug, name)),
    ],
    isSearching: Object.values(kinds).some(({ isLoading }) => isLoading),
    failed: Object.entries(kinds).flatMap(([kind, { isError }]) => (isError ? [kind] : [])),
  };
}

function tableCommand(
  ref: string,
  { id, schema, name, kind }: { id: number; schema: string; name: string; kind: string },
): Command {
  const link = { to: '/project/$ref/editor/$id', params: { ref, id: String(id) } } as const;
  const description = kind === 'table' ? schema : `${schema}, ${kind}`;
  return { id: `table-${id}`, group: 'Tables', label: name, description, does: { kind: 'go', link } };
}

function snippetCommand(ref: string, id: string, label: string): Command {
  const link = { to: '/project/$ref/sql/$id', params: { ref, id } } as const;
  return { id: `snippet-${id}`, group: 'Snippets', label, does: { kind: 'go', link } };
}

function reportCommand(ref: string, id: string, label: string): Command {
  const link = { to: '/project/$ref/reports/$id', params: { ref, id } } as const;
  return { id: `report-${id}`, group: 'Reports', label, does: { kind: 'go', link } };
}

function userCommand(ref: string, id: string, label: string): Command {
  const link = { to: '/project/$ref/auth/users/$id', params: { ref, id } } as const;
  return { id: `user-${id}`, group: 'Users', label, does: { kind: 'go', link } };
}

function bucketCommand(ref: string, id: string, label: string): Command {
  const link = { to: '/project/$ref/storage/buckets/$id', params: { ref, id } } as const;
  return { id: `bucket-${id}`, group: 'Buckets', label, does: { kind: 'go', link } };
}

function functionCommand(ref: string, slug: string, label: string): Command {
  const link = { to: '/project/$ref/functions/$slug/details', params: { ref, slug } } as const;
  const description = label === slug ? undefined : slug;
  return { id: `function-${slug}`, group: 'Edge functions', label, description, does: { kind: 'go', link } };
}
