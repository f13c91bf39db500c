import type { Project } from '@basalt/contract';

export type Remains = Pick<Project, 'status' | 'status_reason'>;

/** How long to wait before a look, in milliseconds: most deletions take a tenth of a second. */
const FIRST = 100;
const LONGEST = 2_000;
/** After about ten minutes, or when whoever asked has signed out meanwhile, nobody waits any more. */
const LOOKS = 300;

/**
 * Waits until a project that is being deleted is no more. `read` answers null once it is gone; when it throws, the
 * server does not answer now, which says nothing about the project.
 * @returns null, or why the deletion failed
 */
export async function waitUntilGone(read: () => Promise<Remains | null>): Promise<string | null> {
  for (let look = 0; look < LOOKS; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(FIRST * 2 ** look, LONGEST)));
    const remains = await read().catch(() => 'unknown' as const);
    if (remains === null) return null;
    if (remains === 'unknown' || remains.status === 'GOING_DOWN') continue;
    return remains.status_reason ?? 'The project is still there.';
  }
  return 'The server has not confirmed it. Reload the project list to see whether it is gone.';
}

/** Whether a path of the dashboard belongs to the project, its home included. */
export function isProjectPath(pathname: string, ref: string): boolean {
  const home = `/project/${ref}`;
  return pathname === home || pathname.startsWith(`${home}/`);
}

/** What becomes of the data of a deleted project. `days`: how long it is kept; null while that is not known. */
export function graceLabels(days: number | null): string {
  if (days === 0) return 'Its data is erased with it. This cannot be undone.';
  return `Its data is kept ${timeOf(days)}. Until then you can bring the project back with everything in it: “Deleted projects” under the list of projects. After that it is erased for good.`;
}

/** What becomes of what the platform added to an attached database. `days`: as of `graceLabels`. */
export function attachedGraceLabels(days: number | null): string {
  const taken = 'the schemas and roles that Basalt added to the database are taken out of it';
  const kept =
    'What you have built on them yourself, such as a reference to auth.users, keeps the schemas there.';
  if (days === 0) return `At the same time ${taken}. This cannot be undone. ${kept}`;
  return `The project can be brought back ${timeOf(days)}: “Deleted projects” under the list of projects. After that ${taken}. ${kept}`;
}

function timeOf(days: number | null): string {
  return days === null ? 'for some days' : days === 1 ? 'for 1 day' : `for ${days} days`;
}
