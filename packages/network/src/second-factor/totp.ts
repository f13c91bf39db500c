import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** A new secret for an authenticator app, in the three forms people enter it with. */
export interface TotpEnrolment {
  /** Base32. */
  secret: string;
  uri: string;
  /** The URI as a picture, SVG text. */
  qr_code: string;
}

const PERIOD_SECONDS = 30;
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const;

/** @param issuer who the account is with, as the app shows it. @param label whose account it is. */
export function newTotpSecret(issuer: string, label: string): TotpEnrolment {
  const secret = new Secret({ size: 20 });
  const uri = new TOTP({ ...SETTINGS, issuer: plain(issuer), label: plain(label), secret }).toString();
  return { secret: secret.base32, uri, qr_code: renderSVG(uri, { border: 2 }) };
}

/**
 * The time step that a code belongs to, allowing one step of clock difference either way; null for a wrong code.
 * @param now milliseconds.
 */
export function matchTotp(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const key = Secret.fromBase32(secret);
  const delta = TOTP.validate({ ...SETTINGS, token: code, secret: key, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

/** A colon separates issuer and label in the URI; apps read it wrongly inside of either. */
function plain(text: string): string {
  return text.replaceAll(':', ' ').trim();
}
