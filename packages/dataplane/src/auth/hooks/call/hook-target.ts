import { AuthError } from '../../errors/auth-error.ts';

/** Whom a hook asks. */
export type HookTarget =
  | { kind: 'function'; schema: string; name: string }
  | { kind: 'address'; address: string };

const FUNCTION = /^pg-functions:\/\/[^/]+\/([^/]+)\/([^/]+)$/;

/** What the URI in the settings names. Throws `unexpected_failure` for one that the settings would not take today. */
export function hookTarget(uri: string): HookTarget {
  const [, schema, name] = FUNCTION.exec(uri) ?? [];
  if (schema !== undefined && name !== undefined) return { kind: 'function', schema, name };
  if (/^https?:$/.test(URL.parse(uri)?.protocol ?? '')) return { kind: 'address', address: uri };
  throw new AuthError('unexpected_failure', 'The URI of the hook names neither a function nor an address.');
}

/** A target as a log shows it: without what a query may hide. */
export function describeTarget(target: HookTarget): string {
  if (target.kind === 'function') return `${target.schema}.${target.name}`;
  const { origin, pathname } = new URL(target.address);
  return `${origin}${pathname}`;
}
