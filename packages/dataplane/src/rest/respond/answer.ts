import type { RestError } from '../errors/rest-error.ts';
import type { SchemaCache } from '../schema-cache/schema-cache.ts';

/** What goes back to the client. Header names are lower-cased. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  /** Stands beside the status in place of what always does. */
  reason?: string;
  /** Null: no body. */
  body: Buffer | string | null;
}

/** Many errors repeat a name or a value, and either may be as long as the request. Characters. */
const MAX_TEXT = 16_384;
const MAX_REASON = 200;

/** An error as the client gets it. */
export function answerError(
  error: RestError,
  verbosity: SchemaCache['settings']['errorVerbosity'] = 'verbose',
): Answer {
  const { code } = error;
  const [message, details, hint] = [error.message, error.details, error.hint].map(shortened);
  const reason = reasonPhrase(error.reason ?? '');
  return {
    status: error.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'proxy-status': `PostgREST; error=${proxyToken(code)}`,
      ...error.headers,
    },
    ...(reason === '' ? {} : { reason }),
    body: JSON.stringify(verbosity === 'minimal' ? { code, message } : { code, message, details, hint }),
  };
}

/** As much of a text as can stand in the first line of an answer. */
function reasonPhrase(text: string): string {
  return text
    .slice(0, MAX_REASON)
    .replace(/[^\x21-\x7e]+/g, ' ')
    .trim();
}

/** SQL may make up any code, but a header takes only some characters. */
function proxyToken(code: string): string {
  return code.replace(/[^A-Za-z0-9_.:*-]/g, '') || 'unknown';
}

function shortened(value: unknown): unknown {
  return typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
}
