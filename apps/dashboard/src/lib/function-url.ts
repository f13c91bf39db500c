import { projectUrl } from './project-url.ts';

/** Where a function is called. */
export function functionUrl(project: { restUrl: string }, slug: string): string {
  return `${projectUrl(project)}/functions/v1/${slug}`;
}
