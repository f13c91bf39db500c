import type { Selectable } from 'kysely';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Database } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Schema } from '../../kernel/schema.ts';
import type { ModelServer } from '../../kernel/settings.ts';

export type ProviderRow = Selectable<Schema['assistant_providers']>;

/** A model server, and by whom it was named: what an organization names is asked like any foreign server. */
export interface ChosenServer extends ModelServer {
  source: 'organization' | 'environment';
}

/** Said wherever there is no model to ask. */
export const NO_MODEL =
  'No AI provider is set up. Set OPENAI_API_KEY, ANTHROPIC_API_KEY or BASALT_AI_BASE_URL where the server is started, or name a provider in the settings of the organization.';

export async function findProvider(db: Database, organizationId: number): Promise<ProviderRow | undefined> {
  return db
    .selectFrom('assistant_providers')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
}

/** The server of an organization, else the operator's; null: there is none. */
export async function chooseServer(
  { db, secrets, settings }: Pick<Dependencies, 'db' | 'secrets' | 'settings'>,
  organizationId: number | null,
): Promise<ChosenServer | null> {
  const own = organizationId === null ? undefined : await findProvider(db, organizationId);
  if (own !== undefined)
    return {
      source: 'organization',
      provider: own.provider,
      baseUrl: own.base_url,
      model: own.model,
      apiKey: own.sealed_key === null ? null : secrets.open(own.sealed_key),
    };
  return settings.modelServer === null ? null : { source: 'environment', ...settings.modelServer };
}

/** @throws PlatformError `unavailable` where there is none */
export async function requireServer(
  dependencies: Pick<Dependencies, 'db' | 'secrets' | 'settings'>,
  organizationId: number | null,
): Promise<ChosenServer> {
  const server = await chooseServer(dependencies, organizationId);
  if (server === null) throw new PlatformError('unavailable', NO_MODEL);
  return server;
}
