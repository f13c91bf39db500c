import { ERROR_CODES, type ErrorCode } from '@basalt/contract';
import { PlatformError } from '../kernel/platform-error.ts';
import type { CallProject, ProjectCall } from '../kernel/ports.ts';
import { askProject, readAnswer, sentenceOf } from '../projects/ask-project.ts';

const KEY_RULE =
  "Names can have letters without accents, digits, spaces and the characters !-.*'()_&$@=;:+,? and nothing else.";

export interface StorageCall {
  method: NonNullable<ProjectCall['method']>;
  /** Below the storage service: `/bucket`. */
  path: string;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Asks the storage service of one project to do something. Answers its JSON, and throws as {@link callStorage}. */
export type AskStorage = (call: StorageCall) => Promise<unknown>;

/**
 * Asks a project's storage service to do something, as `service_role`.
 * @throws PlatformError with what the service said when it refused, `unavailable` when it does not answer
 */
export async function callStorage(
  dependencies: { callProject: CallProject },
  ref: string,
  { method, path, body, headers, signal }: StorageCall,
): Promise<unknown> {
  const response = await askProject(dependencies, ref, `/storage/v1${path}`, {
    method,
    headers: {
      accept: 'application/json',
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.ok) return response.json();
  throw refusal(response.status, await readAnswer(response));
}

/** The true status stands in the body: to the older protocol every mistake of the caller is 400. */
function refusal(status: number, body: Record<string, unknown>): PlatformError {
  const code = codeOf(status, Number(body.statusCode ?? status));
  const sentence = body.code === 'InvalidKey' ? KEY_RULE : sentenceOf(body, ERROR_CODES[code].message);
  return new PlatformError(code, sentence, {
    details: { storage_code: typeof body.code === 'string' ? body.code : null },
  });
}

function codeOf(status: number, told: number): ErrorCode {
  if (told === 404) return 'not_found';
  if (told === 409) return 'conflict';
  if (told === 413) return 'payload_too_large';
  if (told === 429) return 'rate_limited';
  // The platform's own key was refused, or the service is in trouble: nothing that the caller could put right.
  return told === 401 || told === 403 || status >= 500 ? 'unavailable' : 'bad_request';
}

/** A name or the path of an object as it stands in an address. The contract lets no `.` and `..` pass. */
export function inAddress(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
