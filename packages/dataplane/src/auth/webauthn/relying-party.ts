import type { RelyingParty } from '@basalt/network/webauthn';
import type { AuthSettings } from '@basalt/project';

/** The application, by the project's settings and never by a request. */
export function relyingParty(
  settings: Pick<AuthSettings, 'webauthn_rp_id' | 'webauthn_rp_display_name' | 'webauthn_rp_origins'>,
): RelyingParty {
  const id = settings.webauthn_rp_id.trim();
  return {
    id,
    name: settings.webauthn_rp_display_name.trim() || id,
    origins: settings.webauthn_rp_origins
      .split(',')
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ''),
    verification: 'preferred',
  };
}
