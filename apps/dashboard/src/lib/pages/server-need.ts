import type { Project } from '@basalt/contract';

/** Where the server of a project's database is: with all others, kept in Kubernetes for us, or with somebody else. */
export type ServerKind = 'own' | 'kept' | 'attached';

/** What a page or a setting is about: a server of our own (`true`), or one that is kept for us as well. */
export type ServerNeed = true | 'or kept';

export function serverKindOf({ is_attached, kept_by }: Pick<Project, 'is_attached' | 'kept_by'>): ServerKind {
  if (!is_attached) return 'own';
  return kept_by === null ? 'attached' : 'kept';
}

/** Whether what needs such a server is of use with this one. */
export function isOfUse(need: ServerNeed | undefined, server: ServerKind): boolean {
  return need === undefined || server === 'own' || (server === 'kept' && need === 'or kept');
}
