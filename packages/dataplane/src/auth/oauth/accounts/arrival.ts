import { QueryError } from '@basalt/postgres';
import type { CodeChallenge } from '../../flow-state/code-challenge.ts';
import type { ProviderProfile } from '../providers/oauth-provider.ts';

/** A person who comes back from a provider to sign in. */
export interface Arrival {
  provider: string;
  profile: ProviderProfile;
  /** The project's settings let people of this provider in without an address. */
  emailOptional: boolean;
  /** Where a mail sent now leads at last, already checked. */
  redirectTo: string;
  /** Of the browser that began, if it wants a code at the end. */
  challenge: CodeChallenge | null;
  /** The person comes from the identity provider of an organization: the account is theirs there, and is no other one's. */
  isSso?: boolean;
}

type AppMetadata = Readonly<Record<string, unknown>> | null;

/** The `app_metadata` of a user who can sign in by one more provider. The first one stays the main one. */
export function withProvider(metadata: AppMetadata, provider: string): Record<string, unknown> {
  const known = providersOf(metadata);
  const providers = known.includes(provider) ? known : [...known, provider];
  return { ...metadata, provider: metadata?.provider ?? providers[0], providers };
}

/** The same of a user who can no longer sign in by one. */
export function withoutProvider(metadata: AppMetadata, provider: string): Record<string, unknown> {
  const providers = providersOf(metadata).filter((known) => known !== provider);
  const main = metadata?.provider === provider ? providers[0] : metadata?.provider;
  return { ...metadata, provider: main, providers };
}

function providersOf(metadata: AppMetadata): unknown[] {
  return Array.isArray(metadata?.providers) ? metadata.providers : [];
}

const UNIQUE_VIOLATION = '23505';

/** Runs work again, once, when somebody made the same user or identity at the same moment: now it is there to be found. */
export async function unlessRaced<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof QueryError) || error.code !== UNIQUE_VIOLATION) throw error;
    return await work();
  }
}
