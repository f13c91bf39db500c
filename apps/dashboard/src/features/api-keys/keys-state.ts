import type { ApiKey } from '@basalt/contract';
import type { JwtKeysState } from './jwt-machine.ts';

type Loading = 'loading' | 'error' | 'ready';

export interface KeysQuestion {
  /** Whether the person may read keys; null while that is not known. */
  permitted: boolean | null;
  /** The project's address, legacy keys and JWT secret. */
  settings: Loading;
  /** Publishable and secret keys; asked for only when permitted. */
  keys: Loading;
  /** How the newest change of the JWT secret stands. */
  updateStatus: Loading;
  jwt: JwtKeysState;
  /** All keys there are, of every kind. */
  count: number;
}

/** What the panel of API keys shows. */
export type KeysState = 'loading' | 'denied' | 'keys-failed' | 'status-failed' | 'updating' | 'list';

/** The order matters: nobody is told of errors in what they may not see, and a denial waits until it is certain. */
export function keysState({ permitted, settings, keys, updateStatus, jwt, count }: KeysQuestion): KeysState {
  if (permitted === null || settings === 'loading') return 'loading';
  if (!permitted) return 'denied';
  if (settings === 'error' || keys === 'error') return 'keys-failed';
  if (updateStatus === 'error') return 'status-failed';
  if (keys === 'loading' || updateStatus === 'loading') return 'loading';
  // The keys of a project that was created this moment may arrive late.
  if (count === 0) return jwt === 'updating' ? 'updating' : 'loading';
  return 'list';
}

/** What a panel knows of a query. What was read before is shown, even when reading it again failed. */
export function loadingOf({ data, isError }: { data: unknown; isError: boolean }): Loading {
  if (data !== undefined) return 'ready';
  return isError ? 'error' : 'loading';
}

/** What somebody is about to do with the publishable and secret keys. */
export type KeyChange = { kind: 'create' } | { kind: 'edit'; key: ApiKey } | { kind: 'delete'; key: ApiKey };

/** The keys a search finds by name, description or how they begin. */
export function findKeys(keys: readonly ApiKey[], search: string): ApiKey[] {
  const wanted = search.trim().toLowerCase();
  return keys.filter(({ name, description, prefix }) =>
    [name, description, prefix].some((text) => text?.toLowerCase().includes(wanted)),
  );
}
