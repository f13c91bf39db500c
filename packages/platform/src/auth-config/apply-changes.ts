import { AUTH_SECRETS, type AuthConfigChanges, type AuthSecret, SECRET_MASK } from '@basalt/contract';
import type { StoredAuth } from '../kernel/schema.ts';
import type { AuthSecrets } from './config-of.ts';

export interface StoredAuthConfig {
  stored: StoredAuth;
  secrets: AuthSecrets;
}

/** What is kept after a change: null takes a setting back to its default, the mask leaves a secret as it is. */
export function applyChanges(before: StoredAuthConfig, changes: AuthConfigChanges): StoredAuthConfig {
  const stored: StoredAuth = { ...before.stored };
  const secrets: AuthSecrets = { ...before.secrets };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    if (isSecret(name)) {
      if (value === SECRET_MASK) continue;
      if (value === null || value === '') delete secrets[name];
      else secrets[name] = String(value);
    } else if (value === null) delete stored[name];
    else stored[name] = value;
  }
  return { stored, secrets };
}

function isSecret(name: string): name is AuthSecret {
  return (AUTH_SECRETS as readonly string[]).includes(name);
}
