import { createHmac } from 'node:crypto';

const SYMMETRIC = /^v1,whsec_([A-Za-z0-9+/_-]+=*)$/;

/**
 * The headers by which the receiver knows that a request is the project's, as Standard Webhooks has them: a signature by every
 * secret, so that one can be replaced while both are known.
 * @param secrets `v1,whsec_<base64>` separated by `|`
 */
export function signatureHeaders(
  secrets: string,
  { id, now, body }: { id: string; now: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = secrets.split('|').flatMap((secret) => {
    const key = SYMMETRIC.exec(secret.trim())?.[1];
    if (key === undefined) return [];
    const hmac = createHmac('sha256', Buffer.from(key, 'base64')).update(`${id}.${timestamp}.${body}`);
    return [`v1,${hmac.digest('base64')}`];
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(', ') };
}
