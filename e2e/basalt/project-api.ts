import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { ApiClient } from './api-client.ts';
import type { Basalt } from './start-basalt.ts';

/** What a developer copies from the dashboard to reach a project's APIs. */
export interface ProjectKeys {
  url: string;
  anon: string;
  serviceRole: string;
  publishable: string;
  secret: string;
}

export async function keysOf(api: ApiClient, basalt: Basalt, ref: string): Promise<ProjectKeys> {
  const { status, body } = await api.request('GET', `/v1/projects/${ref}/api-keys?reveal=true`);
  if (status !== 200) throw new Error(`The keys could not be read: ${JSON.stringify(body)}`);
  const key = (wanted: (each: { name: string; type: string }) => boolean) => body.find(wanted).api_key;
  return {
    url: `${basalt.gatewayOrigin}/${ref}`,
    anon: key(({ name }) => name === 'anon'),
    serviceRole: key(({ name }) => name === 'service_role'),
    publishable: key(({ type }) => type === 'publishable'),
    secret: key(({ type }) => type === 'secret'),
  };
}

/** The public client, as an application makes it; every one has a session of its own. */
export function clientOf(url: string, key: string): SupabaseClient {
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}

/** Something of the auth service's mail, newest first. */
export interface Mail {
  kind: string;
  recipient: string;
  code: string | null;
  link: string | null;
}

/** Waits for a mail to somebody in the project's development mailbox. */
export async function mailTo(api: ApiClient, ref: string, recipient: string, kind: string): Promise<Mail> {
  const until = Date.now() + 10_000;
  for (;;) {
    const { body } = await api.request('GET', `/platform/auth/${ref}/mailbox`);
    const mail = body.messages?.find((each: Mail) => each.recipient === recipient && each.kind === kind);
    if (mail !== undefined) return mail;
    if (Date.now() > until) throw new Error(`No mail ${kind} came for ${recipient}: ${JSON.stringify(body)}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Changes settings of the auth service; must work. */
export async function setAuth(api: ApiClient, ref: string, settings: Record<string, unknown>): Promise<void> {
  const { status, body } = await api.request('PATCH', `/v1/projects/${ref}/config/auth`, settings);
  if (status !== 200) throw new Error(`The settings were refused: ${JSON.stringify(body)}`);
}
