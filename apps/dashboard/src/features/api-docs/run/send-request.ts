import { api } from '../../../api/client.ts';
import { type Caller, callerKeys } from '../../../caller/caller.ts';
import { jsonText, type Request } from '../snippets/curl.ts';
import type { DocsProject } from '../snippets/snippet.ts';
import { FILE_TEXT } from '../snippets/storage.ts';
import { serviceOf } from './run-rules.ts';

/** What came back for a snippet that was run. */
export interface RunAnswer {
  status: number;
  milliseconds: number;
  headers: readonly { name: string; value: string }[];
  /** Null: bytes that are no text. */
  text: string | null;
  /** Of the body, as far as it was read. */
  bytes: number;
  /** The body went on. */
  isCut: boolean;
  /** As whom, in words. */
  as: string;
  /** Whether what was written has been taken back. Null: that was not asked for. */
  isTakenBack: boolean | null;
}

export interface Run {
  request: Request;
  project: Pick<DocsProject, 'ref' | 'restUrl'>;
  caller: Caller;
  /** Asks the Data API to keep nothing. */
  takesBack: boolean;
  signal: AbortSignal;
}

/**
 * Sends what a snippet sends, as somebody.
 * @throws what `fetch` throws, and when no token is given
 */
export async function sendRequest(run: Run): Promise<RunAnswer> {
  if (serviceOf(run.request, run.project) === 'functions' && isTestCaller(run.caller))
    return callFunction(run);
  const answer = await send(run, false);
  // The token that was kept is not taken any more: the project's keys have changed.
  return answer.status === 401 ? send(run, true) : answer;
}

async function send(run: Run, isRefused: boolean): Promise<RunAnswer> {
  const { request, project, caller, takesBack, signal } = run;
  const { token, apiKey } = await callerKeys(project.ref, caller, isRefused);
  const headers = new Headers(request.headers.map(nameAndValue));
  headers.set('apikey', apiKey);
  headers.set('authorization', `Bearer ${token}`);
  if (takesBack) headers.append('prefer', 'tx=rollback');
  const body = bodyOf(request);
  if (body !== null) headers.set('content-type', body.type);
  const begun = performance.now();
  const response = await fetch(request.url, {
    method: request.method ?? 'GET',
    headers,
    body: body?.text ?? null,
    credentials: 'omit',
    cache: 'no-store',
    signal,
  });
  const { bytes, isCut } = await readSome(response);
  return {
    status: response.status,
    milliseconds: performance.now() - begun,
    headers: [...response.headers].map(([name, value]) => ({ name, value })),
    text: textOf(bytes, isCut),
    bytes: bytes.length,
    isCut,
    as: caller.words,
    isTakenBack: takesBack
      ? (response.headers.get('preference-applied') ?? '').includes('tx=rollback')
      : null,
  };
}

function nameAndValue(line: string): [string, string] {
  const at = line.indexOf(':');
  return [line.slice(0, at), line.slice(at + 1).trim()];
}

function bodyOf({ json, file }: Request): { type: string; text: string } | null {
  if (file !== undefined) return { type: file.type, text: FILE_TEXT };
  return json === undefined ? null : { type: 'application/json', text: jsonText(json) };
}

/** What the page is ready to show. */
const MOST_BYTES = 256 * 1024;

async function readSome(response: Response): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (reader !== undefined && length <= MOST_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  const isCut = length > MOST_BYTES;
  if (isCut) void reader?.cancel();
  const bytes = new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
  return { bytes: bytes.subarray(0, MOST_BYTES), isCut };
}

function textOf(bytes: Uint8Array, isCut: boolean): string | null {
  try {
    // A cut may go through a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return null;
  }
}

/** Those as whom the platform calls functions. */
function isTestCaller({ role, userId }: Caller): boolean {
  return role !== 'authenticated' || userId !== undefined;
}

/** By the platform: a browser would be refused by every function that does not allow the dashboard's origin. */
async function callFunction({ request, project, caller }: Run): Promise<RunAnswer> {
  const { userId } = caller;
  const answer = await api.functions.test({
    ref: project.ref,
    function_slug: decodeURIComponent(new URL(request.url).pathname.split('/').at(-1) ?? ''),
    method: 'POST',
    path: '',
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    body: jsonText(request.json ?? null),
    role: userId !== undefined ? 'user' : caller.role === 'service_role' ? 'service_role' : 'anon',
    ...(userId === undefined ? {} : { user_id: userId }),
  });
  const text = answer.encoding === 'text' ? answer.body : null;
  return {
    status: answer.status,
    milliseconds: answer.milliseconds,
    headers: answer.headers,
    text,
    bytes: text === null ? atob(answer.body).length : new TextEncoder().encode(text).length,
    isCut: answer.is_cut,
    as: caller.words,
    isTakenBack: null,
  };
}
