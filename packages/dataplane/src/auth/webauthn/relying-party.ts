import type { AuthSettings } from '@basalt/project';

/** Whom authenticators make their credentials for: the application, by the project's settings and never by a request. */
export interface RelyingParty {
  /** A domain; credentials work on it and below it. */
  id: string;
  name: string;
  /** Where ceremonies may take place, as `https://app.example.com`. */
  origins: string[];
}

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
  };
}
