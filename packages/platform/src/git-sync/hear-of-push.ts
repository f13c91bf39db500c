import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';

interface WebhookRequest {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/**
 * A git server says that somebody has pushed. It shows that it knows the secret of the connection: by a signature of the body, as
 * GitHub, Gitea and Forgejo do, or by the secret itself, as GitLab does. What the body says is not believed: the repository is asked.
 * @throws PlatformError `unauthorized`, also for a connection that is not there
 */
export async function hearOfPush(
  { db, secrets, gitFollower }: Pick<Dependencies, 'db' | 'secrets' | 'gitFollower'>,
  id: string,
  { headers, body }: WebhookRequest,
): Promise<void> {
  const row = /^[1-9]\d{0,14}$/.test(id)
    ? await db
        .selectFrom('git_connections')
        .select('sealed_webhook_secret')
        .where('id', '=', Number(id))
        .executeTakeFirst()
    : undefined;
  if (row === undefined || !isSigned(secrets.open(row.sealed_webhook_secret), headers, body))
    throw new PlatformError('unauthorized', 'The webhook is not signed with the secret of this connection.');
  gitFollower.pushed(Number(id));
}

function isSigned(secret: string, headers: WebhookRequest['headers'], body: Buffer): boolean {
  const given = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : null;
  };
  const signature = given('x-hub-signature-256')?.replace(/^sha256=/, '') ?? given('x-gitea-signature');
  if (signature !== null && signature !== undefined)
    return isSame(signature, createHmac('sha256', secret).update(body).digest('hex'));
  const token = given('x-gitlab-token');
  return token !== null && isSame(token, secret);
}

/** Takes as long whatever is given. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
