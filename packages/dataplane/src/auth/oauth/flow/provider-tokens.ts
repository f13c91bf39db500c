import type { SessionBody } from '../../present/present-session.ts';
import type { ProviderTokens } from '../providers/oauth-provider.ts';

/** The provider's tokens as they stand in a session; those it did not give are left out. */
export function providerTokens({
  accessToken,
  refreshToken,
}: ProviderTokens): Pick<SessionBody, 'provider_token' | 'provider_refresh_token'> {
  return {
    ...(accessToken ? { provider_token: accessToken } : {}),
    ...(refreshToken ? { provider_refresh_token: refreshToken } : {}),
  };
}
