import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database.generated.ts';

type Client = SupabaseClient<Database>;

interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

const LARGEST_BODY = 10_000;

/**
 * What the server answers:
 * `GET /<slug>` leads to the address behind a short name and counts the visit,
 * `GET /links` lists what the caller has made,
 * `POST /links` makes one of `{ "slug": …, "target": … }`.
 * Callers of `/links` bring their token from signing in.
 */
export function createHandler(client: Client): RequestListener {
  return (request, response) => {
    answer(client, request)
      // What went wrong is for us to read, and not for the caller.
      .catch((error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        return { status: 500, body: { message: 'Something went wrong.' } };
      })
      .then((found) => send(response, found));
  };
}

async function answer(client: Client, request: IncomingMessage): Promise<Answer> {
  const { method } = request;
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname !== '/links') return method === 'GET' ? visit(client, pathname.slice(1)) : { status: 405 };
  const userId = await userOf(client, request);
  if (userId === null) return { status: 401, body: { message: 'Sign in first.' } };
  if (method === 'GET') return list(client, userId);
  if (method === 'POST') return create(client, userId, await readJson(request));
  return { status: 405 };
}

async function visit(client: Client, slug: string): Promise<Answer> {
  const { data, error } = await client.rpc('visit_short_link', { wanted: slug });
  if (error) throw new Error(error.message);
  if (data === null) return { status: 404, body: { message: 'There is no such link.' } };
  return { status: 302, headers: { location: data, 'cache-control': 'no-store' } };
}

async function list(client: Client, owner: string): Promise<Answer> {
  const { data, error } = await client
    .from('short_links')
    .select('slug, target, visits')
    .eq('owner', owner)
    .order('created_at')
    .limit(100);
  if (error) throw new Error(error.message);
  return { status: 200, body: data };
}

/** Refused by the database: the rules of the table, or a name that is taken. */
const REFUSED: Readonly<Record<string, Answer>> = {
  '23505': { status: 409, body: { message: 'This name is taken.' } },
  '23514': {
    status: 400,
    body: { message: 'A name has letters, digits and dashes, a target begins with http.' },
  },
};

async function create(client: Client, owner: string, body: unknown): Promise<Answer> {
  const { slug, target } = (body ?? {}) as Record<string, unknown>;
  if (typeof slug !== 'string' || typeof target !== 'string' || !URL.canParse(target))
    return { status: 400, body: { message: 'Send a slug and a target.' } };
  const { data, error } = await client
    .from('short_links')
    .insert({ slug, target, owner })
    .select('slug, target, visits')
    .single();
  if (error === null) return { status: 201, body: data };
  const refused = REFUSED[error.code];
  if (refused === undefined) throw new Error(error.message);
  return refused;
}

/** Who calls, as the auth server knows them. Null: nobody whom it knows. */
async function userOf(client: Client, { headers }: IncomingMessage): Promise<string | null> {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) return null;
  const { data } = await client.auth.getUser(token);
  return data.user?.id ?? null;
}

/** The body as JSON; null where it is none, or too much. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > LARGEST_BODY) return null;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  response.writeHead(
    status,
    body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
  );
  response.end(body === undefined ? '' : JSON.stringify(body));
}
