import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedCall } from './permitted-call.ts';

/** Sends a mail to see whether mail arrives. @throws PlatformError `bad_request` with what the mail server objects to */
export async function sendTestMail(
  d: Dependencies,
  actor: Actor,
  { ref, recipient, kind }: { ref: string; recipient: string; kind: string | null },
): Promise<{ delivered: 'server' | 'mailbox' }> {
  const { body } = await permittedCall(d, actor, ref, 'update_api_config', {
    method: 'POST',
    path: '/admin/test_mail',
    body: { email: recipient, kind },
  });
  return body as { delivered: 'server' | 'mailbox' };
}
