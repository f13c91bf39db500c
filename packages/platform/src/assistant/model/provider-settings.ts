import type { AiProviderSettings, aiProviderInput } from '@basalt/contract';
import type { z } from 'zod';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { assertMayUpdate } from '../../organizations/policy.ts';
import { getMembership } from '../../organizations/store.ts';
import { findProvider, requireServer } from './choose-server.ts';
import { sentenceOfModelError } from './model-errors.ts';
import { openModel } from './open-model.ts';
import { recordUsage } from './usage.ts';

const TEST_TIMEOUT_MS = 30_000;

type Input = z.output<typeof aiProviderInput>;

/** The model server of an organization, or that of the operator, without its key. */
export async function readProvider(
  { db, settings }: Pick<Dependencies, 'db' | 'settings'>,
  actor: Actor,
  slug: string,
): Promise<AiProviderSettings> {
  const { organization } = await getMembership(db, actor, slug);
  const own = await findProvider(db, organization.id);
  if (own !== undefined)
    return {
      source: 'organization',
      provider: own.provider,
      base_url: own.base_url,
      model: own.model,
      has_key: own.sealed_key !== null,
      monthly_token_cap: own.monthly_token_cap,
      input_price: own.input_price,
      output_price: own.output_price,
      updated_at: own.updated_at.toISOString(),
    };
  const server = settings.modelServer;
  return {
    source: server === null ? 'none' : 'environment',
    provider: server?.provider ?? null,
    base_url: null,
    model: server?.model ?? null,
    has_key: server !== null && server.apiKey !== null,
    monthly_token_cap: null,
    input_price: null,
    output_price: null,
    updated_at: null,
  };
}

/**
 * Names an organization's model server. A key that is left out stays, unless the server is another one: a key must not go to whom it
 * was not meant for.
 * @throws PlatformError `bad_request` when the key must be given again
 */
export async function setProvider(
  { db, secrets, settings }: Pick<Dependencies, 'db' | 'secrets' | 'settings'>,
  actor: Actor,
  slug: string,
  { api_key, ...input }: Input,
): Promise<AiProviderSettings> {
  const membership = await getMembership(db, actor, slug);
  assertMayUpdate(membership);
  const { id } = membership.organization;
  if (input.base_url !== null) assertPlainUrl(input.base_url);
  await db.transaction().execute(async (transaction) => {
    const before = await findProvider(transaction, id);
    const isSameServer = before?.provider === input.provider && before.base_url === input.base_url;
    if (api_key === undefined && before?.sealed_key && !isSameServer)
      throw new PlatformError('bad_request', 'Enter the key again: it was for another server.', {
        field: 'api_key',
      });
    const kept = before?.sealed_key ?? null;
    const sealed_key = api_key === undefined ? kept : api_key === null ? null : secrets.seal(api_key);
    if (sealed_key === null && input.provider !== 'openai-compatible')
      throw new PlatformError('bad_request', 'This provider needs a key.', { field: 'api_key' });
    const values = { ...input, sealed_key, updated_at: new Date() };
    await transaction
      .insertInto('assistant_providers')
      .values({ organization_id: id, ...values })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
      .execute();
  });
  return readProvider({ db, settings }, actor, slug);
}

/** Forgets an organization's model server and its key. */
export async function removeProvider(
  { db, settings }: Pick<Dependencies, 'db' | 'settings'>,
  actor: Actor,
  slug: string,
): Promise<AiProviderSettings> {
  const membership = await getMembership(db, actor, slug);
  assertMayUpdate(membership);
  await db
    .deleteFrom('assistant_providers')
    .where('organization_id', '=', membership.organization.id)
    .execute();
  return readProvider({ db, settings }, actor, slug);
}

/** Asks the model for one word, and tells how long that took or why it did not work. */
export async function testProvider(
  dependencies: Dependencies,
  actor: Actor,
  slug: string,
): Promise<{ ok: boolean; message: string; milliseconds: number }> {
  const membership = await getMembership(dependencies.db, actor, slug);
  assertMayUpdate(membership);
  const server = await requireServer(dependencies, membership.organization.id);
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  try {
    const { generateText } = await import('ai');
    const { usage } = await generateText({
      model: await openModel(server, dependencies.outgoing),
      prompt: 'Answer with the word ready.',
      maxRetries: 0,
      timeout: TEST_TIMEOUT_MS,
    });
    await recordUsage(dependencies.db, membership.organization.id, {
      input: usage.inputTokens ?? 0,
      output: usage.outputTokens ?? 0,
    });
    return { ok: true, message: `${server.model} answers.`, milliseconds: took() };
  } catch (error) {
    return { ok: false, message: sentenceOfModelError(error, [server.apiKey]), milliseconds: took() };
  }
}

/** A password in an address would be shown with it. */
function assertPlainUrl(text: string): void {
  const { username, password, search, hash } = new URL(text);
  if (username !== '' || password !== '' || search !== '' || hash !== '')
    throw new PlatformError(
      'bad_request',
      'The address must be a plain one, such as https://models.example.com/v1, without a name, password or query.',
      { field: 'base_url' },
    );
}
