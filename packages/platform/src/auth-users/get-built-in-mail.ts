import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedCall } from './permitted-call.ts';

/** What a project's mails of a kind say while it has no words of its own, with placeholders. @throws PlatformError */
export async function getBuiltInMail(
  d: Dependencies,
  actor: Actor,
  { ref, kind }: { ref: string; kind: string },
): Promise<{ subject: string; content: string }> {
  const { body } = await permittedCall(d, actor, ref, 'update_api_config', {
    method: 'GET',
    path: `/admin/built_in_mail?kind=${encodeURIComponent(kind)}`,
  });
  return body as { subject: string; content: string };
}
