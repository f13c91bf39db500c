import { openSources, type Sources } from '../code/source-files.ts';

const code = import.meta.glob<string>('./code/*/*.ts', { query: '?raw', import: 'default', eager: true });

/** A function to start from. */
export interface FunctionTemplate {
  /** The name of its folder. */
  id: string;
  title: string;
  description: string;
  /** Whether callers need a key or a token of the project. */
  verifyJwt: boolean;
}

/** Everything that is offered, in the order it is shown. */
export const FUNCTION_TEMPLATES: readonly FunctionTemplate[] = [
  {
    id: 'hello-world',
    title: 'Hello world',
    description: 'Reads JSON and answers with JSON.',
    verifyJwt: true,
  },
  {
    id: 'read-as-caller',
    title: 'Read the database as the caller',
    description: 'Asks the Data API with the token of whoever calls, so that row level security holds.',
    verifyJwt: true,
  },
  {
    id: 'cors',
    title: 'Called from browsers (CORS)',
    description: 'Tells browsers which sites may read its answers. The headers are in a second file.',
    verifyJwt: true,
  },
  {
    id: 'sql',
    title: 'Scheduled task with SQL',
    description: 'Reads the database directly. Made to be called by a scheduled job.',
    verifyJwt: true,
  },
  {
    id: 'webhook',
    title: 'Webhook receiver',
    description:
      'Takes events of another service and checks their signature. Needs the secret WEBHOOK_SECRET.',
    verifyJwt: false,
  },
  {
    id: 'stream',
    title: 'Stream of events',
    description: 'Answers bit by bit, as server-sent events.',
    verifyJwt: true,
  },
  {
    id: 'websocket',
    title: 'WebSocket',
    description: 'Holds a connection in both directions open.',
    verifyJwt: false,
  },
];

/** The files of a template. */
export function templateSources({ id }: FunctionTemplate): Sources {
  const folder = `./code/${id}/`;
  const files = Object.entries(code)
    .filter(([path]) => path.startsWith(folder))
    .map(([path, content]) => ({ path: path.slice(folder.length), content }));
  // The entrypoint first.
  files.sort((a, b) => Number(b.path === 'index.ts') - Number(a.path === 'index.ts'));
  return openSources(files, 'index.ts');
}
