import { PlatformError } from '../kernel/platform-error.ts';
import type { SecretBox } from '../kernel/secret-box.ts';

/** What the server has to know again later in a sign-in, kept by the browser. */
export interface SealedFlow {
  /** What it is for: one is not taken for another. */
  kind: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** Makes it a word that nobody else can make or read. */
export function sealFlow(secrets: SecretBox, flow: SealedFlow): string {
  return secrets.seal(JSON.stringify(flow)).toString('base64url');
}

/** @throws PlatformError `bad_request` when it was not sealed here as this, or is too old */
export function unsealFlow<Flow extends SealedFlow>(
  secrets: SecretBox,
  sealed: string,
  kind: Flow['kind'],
): Flow {
  const flow = opened(secrets, sealed);
  if (flow === null || flow.kind !== kind || flow.until < Date.now())
    throw new PlatformError('bad_request', 'This took too long, or began in another browser. Begin again.');
  return flow as Flow;
}

function opened(secrets: SecretBox, sealed: string): SealedFlow | null {
  try {
    return JSON.parse(secrets.open(Buffer.from(sealed, 'base64url'))) as SealedFlow;
  } catch {
    return null;
  }
}
