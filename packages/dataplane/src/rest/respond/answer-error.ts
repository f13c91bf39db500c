import type { RestError } from '../errors/rest-error.ts';
import type { Answer } from './answer.ts';

/** An error as the client gets it. */
export function answerError(error: RestError): Answer {
  const { code, message, details, hint } = error;
  return {
    status: error.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'proxy-status': `PostgREST; error=${proxyToken(code)}`,
      ...error.headers,
    },
    body: JSON.stringify({ code, message, details, hint }),
  };
}

/** SQL may make up any code, but a header takes only some characters. */
function proxyToken(code: string): string {
  return code.replace(/[^A-Za-z0-9_.:*-]/g, '') || 'unknown';
}
