import type { Outgoing } from '@basalt/network';
import type { LanguageModel } from 'ai';
import type { ChosenServer } from './choose-server.ts';

const ADDRESSES = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  'openai-compatible': '',
};

/** A model that can be asked. The libraries are loaded when the first one is. */
export async function openModel(
  { source, provider, baseUrl, model, apiKey }: ChosenServer,
  outgoing: Outgoing,
): Promise<LanguageModel> {
  const fetch = source === 'organization' ? outside(outgoing) : ownServer;
  // Always named: the libraries would look into the environment otherwise.
  const baseURL = baseUrl ?? ADDRESSES[provider];
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL, apiKey: apiKey ?? '', fetch })(model);
  }
  if (provider === 'openai') {
    const { createOpenAI } = await import('@ai-sdk/openai');
    // Chat completions: what every server that calls itself compatible speaks.
    return createOpenAI({ baseURL, apiKey: apiKey ?? '', fetch }).chat(model);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({
    name: 'openai-compatible',
    baseURL,
    ...(apiKey !== null && { apiKey }),
    includeUsage: true,
    fetch,
  })(model);
}

/** The operator's own choice may stand anywhere, this machine included. */
const ownServer: typeof globalThis.fetch = (url, init) =>
  // biome-ignore lint/style/noRestrictedGlobals: nobody else names this server
  fetch(url, { ...init, redirect: 'error' });

/** What an organization names is a server that somebody else named. */
function outside(outgoing: Outgoing): typeof globalThis.fetch {
  return (url, init = {}) =>
    outgoing.stream(url instanceof Request ? url.url : String(url), {
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: (init.body ?? null) as string | null,
      ...(init.signal && { signal: init.signal }),
    });
}
