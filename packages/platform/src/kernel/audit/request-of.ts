import type { ContractRoute } from './changing-routes.ts';
import { redact } from './redact.ts';

// What a call of a route says of itself, for the log.

type Route = Pick<ContractRoute, 'name' | 'path' | 'inputSchema'>;

/** Groups of routes about what is somebody's own, which administrators do not see: only the ids in their paths are kept. */
const PRIVATE = /^(assistantChats|content)\./;

/** What is asked for, without secrets, and without what the entry says elsewhere: the organization and the project. */
export function requestOf(route: Route, input: unknown): Record<string, unknown> {
  const given = Object.entries((input ?? {}) as Record<string, unknown>);
  const named = parametersOf(route.path);
  const kept = given.filter(
    ([field]) =>
      field !== 'ref' && !(field === 'slug' && named.includes('slug')) && !isPrivate(route, field, named),
  );
  return redact(route.inputSchema, Object.fromEntries(kept)) as Record<string, unknown>;
}

function isPrivate({ name }: Route, field: string, named: readonly string[]): boolean {
  return PRIVATE.test(name) && !named.includes(field) && field !== 'ids';
}

/** Which organization or project a call is about. Most paths name it, some bodies do. */
export function subjectOf(
  { path }: Route,
  input: unknown,
): { ref?: string | undefined; slug?: string | undefined } {
  const given = (input ?? {}) as Record<string, unknown>;
  const text = (field: string) => (typeof given[field] === 'string' ? given[field] : undefined);
  const named = parametersOf(path);
  return {
    ref: named.includes('ref') ? text('ref') : (text('branch_id_or_ref') ?? text('projectRef')),
    slug: named.includes('slug')
      ? text('slug')
      : (text('organization_slug') ?? text('organization_id') ?? text('orgSlug')),
  };
}

function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}
