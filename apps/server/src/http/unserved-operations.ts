/** What clients of the management API may ask for and is not here: the beginning of the path, and why. */
const UNSERVED: readonly (readonly [RegExp, string])[] = [
  [
    /^\/v1\/projects\/[^/]+\/actions\/[^/]+\/status$/,
    'How far a run is follows from what it does. Nobody else reports of it.',
  ],
  [
    /^\/v1\/oauth\//,
    'Applications are not authorized by OAuth here. Make an access token on the page of your account.',
  ],
  [/^\/v1\/projects\/[^/]+\/read-replicas\//, 'A project has one database, without read replicas.'],
  [
    /^\/v1\/projects\/[^/]+\/network-bans(\/|$)/,
    'No address is banned from databases here, whatever it tries.',
  ],
  [
    /^\/v1\/projects\/[^/]+\/pgsodium$/,
    'The root key of the vault is kept by the platform. It is never shown and cannot be set.',
  ],
  [
    /^\/v1\/projects\/[^/]+\/jit-access$|^\/v1\/projects\/[^/]+\/database\/jit(\/|$)/,
    'People have no database roles of their own for a while. The command line gets one from cli/login-role.',
  ],
];

/** Why an operation of the management API is not here; null: it was never one, or its path is mistyped. */
export function whyUnserved(url: string): string | null {
  const path = url.split('?', 1)[0] ?? '';
  return UNSERVED.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
