import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';

/** The context of a request in a project whose people sign in by SAML. @throws {AuthError} saml_provider_disabled */
export function requireSaml(context: AuthContext): AuthContext {
  if (!context.settings.saml_enabled) throw new AuthError('saml_provider_disabled');
  return context;
}
