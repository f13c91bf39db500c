import { projectUrl } from '../../../lib/project-url.ts';
import type { Request } from '../snippets/curl.ts';
import type { DocsProject } from '../snippets/snippet.ts';

type Place = Pick<DocsProject, 'restUrl'>;

/** Whether a request can be sent from here: to the project, and by nothing that only curl does. */
export function runsInPlace(request: Request, project: Place): boolean {
  return serviceOf(request, project) !== null && request.options === undefined;
}

/** The service of the project that a request goes to, such as `rest`. Null: it goes elsewhere. */
export function serviceOf({ url }: Request, project: Place): string | null {
  const base = `${projectUrl(project)}/`;
  return url.startsWith(base) ? (url.slice(base.length).split('/')[0] ?? null) : null;
}

/** What a request leaves behind: nothing, what can be taken back in its own transaction, or what stays. */
export type Effect = 'none' | 'undoable' | 'lasting';

export function effectOf(request: Request, project: Place): Effect {
  if (request.isRead === true || (request.method ?? 'GET') === 'GET') return 'none';
  return serviceOf(request, project) === 'rest' ? 'undoable' : 'lasting';
}

const WARNINGS: Readonly<Record<string, string>> = {
  rest: 'This writes to the database of this project.',
  auth: 'This changes users of this project, and may send mails or text messages.',
  storage: 'This changes files of this project.',
  functions: 'The function does whatever it is written to do.',
  realtime: 'Everybody in the channel gets the message.',
};

/** What to know before a request that changes something. */
export function warningOf(request: Request, project: Place): string {
  const service = serviceOf(request, project) ?? '';
  return WARNINGS[service] ?? 'This may change something in this project.';
}

/** The line that says what is sent, such as `GET /rest/v1/stones?select=*`. */
export function requestLine({ method = 'GET', url }: Request, project: Place): string {
  return `${method} ${url.slice(projectUrl(project).length)}`;
}
