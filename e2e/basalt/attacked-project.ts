import type { ApiClient } from './api-client.ts';
import { keysOf, type ProjectKeys, setAuth } from './project-api.ts';
import { type RawAnswer, type RawRequest, rawRequest } from './raw-http.ts';
import type { Basalt } from './start-basalt.ts';
import { expect } from './test.ts';

const SCHEMA = `
  create table public.quarries (id bigint generated always as identity primary key, name text not null unique);
  create table public.stones (
    id bigint generated always as identity primary key, quarry_id bigint references public.quarries (id),
    name text, sides int, meta jsonb, tags text[], at timestamptz, ok boolean, span int4range);
  create policy q on public.quarries for all using (true) with check (true);
  create policy s on public.stones for all using (true) with check (true);
  create function public.echo(value json) returns json language sql immutable as 'select value';
  create function public.whole(json) returns json language sql immutable as 'select $1';
  create function public.size(bytea) returns int language sql immutable as 'select length($1)';
  insert into public.quarries (name) values ('Staffa');
  insert into public.stones (quarry_id, name, meta) select 1, 'stone ' || n, '{"a": 1}' from generate_series(1, 5) n;
`;
const RATE_LIMITS = ['email_sent', 'sms_sent', 'token_refresh', 'verify', 'otp', 'anonymous_users'];
const LEAKS = /node_modules|\/packages\/|json_agg|pgrst_|\n\s+at |FST_ERR|\.s\.PGSQL|supabase_admin@/;
const INJECTED = /\r\n(set-cookie|x-injected):/i;

export interface Sent {
  headers?: RawRequest['headers'];
  body?: RawRequest['body'];
  /** Default: the key of the service role. */
  key?: string | null;
}

/** A project to throw things at, and one beside it that must not notice. */
export interface AttackedProject {
  ref: string;
  keys: ProjectKeys;
  /** Of the gateway. */
  origin: string;
  /** A request below the project, written by hand. Whatever it asks, the answer has good manners, or this fails. */
  ask(method: string, path: string, sent?: Sent): Promise<RawAnswer>;
  /** Fails unless the other project is served as ever. */
  expectOthersUnharmed(): Promise<void>;
}

export async function attackedProject(
  api: ApiClient,
  basalt: Basalt,
  other: string,
): Promise<AttackedProject> {
  const { ref } = await api.createProject('Attacked');
  await api.rows(ref, SCHEMA);
  await api.rows(other, 'create table if not exists public.calm (id int)');
  await setAuth(api, ref, {
    mailer_autoconfirm: true,
    external_phone_enabled: true,
    external_anonymous_users_enabled: true,
    smtp_max_frequency: 1,
    ...Object.fromEntries(RATE_LIMITS.map((name) => [`rate_limit_${name}`, 30_000])),
  });
  const keys = await keysOf(api, basalt, ref);
  const bystander = await keysOf(api, basalt, other);
  const origin = basalt.gatewayOrigin;
  const project: AttackedProject = {
    ref,
    keys,
    origin,
    async ask(method, path, { headers, body, key = keys.serviceRole } = {}) {
      const answer = await rawRequest(origin, {
        method,
        target: `/${ref}${path}`,
        headers: { ...(key === null ? {} : { apikey: key }), ...headers },
        ...(body === undefined ? {} : { body }),
      });
      expectGoodManners(answer, `${method} ${path.slice(0, 200)} ${String(body ?? '').slice(0, 100)}`);
      return answer;
    },
    async expectOthersUnharmed() {
      const answer = await fetch(`${bystander.url}/rest/v1/calm`, { headers: { apikey: bystander.anon } });
      expect([answer.status, await answer.text()]).toEqual([200, '[]']);
    },
  };
  for (const path of ['/rest/v1/stones', '/auth/v1/settings'])
    await expect.poll(async () => (await project.ask('GET', path)).status).toBe(200);
  return project;
}

/** An answer says what is wrong, and nothing of what lies behind. There are thousands, and every `expect` is written down. */
function expectGoodManners({ status, head, body }: RawAnswer, asked: string): void {
  const bad =
    status < 200 || status > 499
      ? 'no answer to a client'
      : LEAKS.test(body) || LEAKS.test(head)
        ? 'tells what lies behind'
        : INJECTED.test(head)
          ? 'has headers that the request made up'
          : status >= 400 && body.length > 70_000
            ? 'sends the request back'
            : null;
  if (bad !== null) throw new Error(`${bad}: ${asked} → ${head.slice(0, 1000)}\n${body.slice(0, 1000)}`);
}

/** The code of an error, in either form of the auth service. */
export function codeOf({ body }: RawAnswer): string | undefined {
  if (!body.startsWith('{')) return undefined;
  const { code, error_code } = JSON.parse(body);
  return error_code ?? code;
}

/** Does something for each item, some at once. */
export async function forEach<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/** The words of a text, as they stand there: backslashes are backslashes. */
export function words(text: TemplateStringsArray): string[] {
  return String.raw(text).trim().split(/\s+/);
}
