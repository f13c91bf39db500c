import { PlatformError } from '../kernel/platform-error.ts';
import type { CallProject, ProjectCall } from '../kernel/ports.ts';

const PATIENCE_MS = 15_000;
/** What the way to a project decides, and where a request seems to come from: nothing that somebody else may choose. */
export const HEADERS_OF_THE_WAY =
  /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|keep-alive|forwarded|x-real-ip|x-forwarded-.*|proxy-.*)$/i;

/**
 * Calls a project's own API and waits for its answer, whatever its status.
 * @throws PlatformError `unavailable` when it cannot be reached or takes too long
 */
export async function askProject(
  { callProject }: { callProject: CallProject },
  ref: string,
  path: string,
  call: ProjectCall = {},
): Promise<Response> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return callProject(ref, path, { signal, ...call }).catch((error: unknown) => {
    if (error instanceof PlatformError) throw error;
    throw new PlatformError('unavailable', "The project's API does not answer. Try again in a moment.", {
      cause: error,
    });
  });
}

/** The first bytes of an answer, and whether there were more. One that breaks off, or never ends, is cut where it did. */
export async function readSome(
  { body }: Response,
  mostBytes: number,
): Promise<{ bytes: Buffer; isCut: boolean }> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of body ?? []) {
      parts.push(part);
      size += part.length;
      if (size > mostBytes) break;
    }
  } catch {
    return { bytes: Buffer.concat(parts), isCut: true };
  }
  return { bytes: Buffer.concat(parts).subarray(0, mostBytes), isCut: size > mostBytes };
}

/** The answer's JSON object, empty when it has none. */
export async function readAnswer(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? (body as Record<string, unknown>)
    : {};
}

/** What a failed answer says, as one sentence. */
export function sentenceOf(body: Record<string, unknown>, otherwise: string): string {
  const text = [body.message, body.msg, body.error_description].find((value) => typeof value === 'string');
  return typeof text === 'string' && text !== '' ? text.replace(/([^.!?])$/, '$1.') : otherwise;
}
