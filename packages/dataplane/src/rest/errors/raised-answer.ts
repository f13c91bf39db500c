import { isFramingHeader, isHeader } from './header-rules.ts';
import { RestError } from './rest-error.ts';

/**
 * The answer that SQL wrote itself with `RAISE sqlstate 'PGRST'`: JSON `{code, message, details?, hint?}` as MESSAGE and
 * `{status, headers, status_text?}` as DETAIL. PGRST121 when either cannot be read.
 */
export function raisedAnswer(message: string, detail: string | null): RestError {
  const said = parseObject(message);
  if (said === null || typeof said.code !== 'string' || typeof said.message !== 'string')
    return unreadable(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  if (detail === null) return unreadableDetail('DETAIL is missing in the RAISE statement');
  const how = parseObject(detail);
  const headers = how && readHeaders(how.headers);
  if (headers === null || !isStatus(how?.status))
    return unreadableDetail(`Invalid JSON value for DETAIL: '${detail}'`);
  return new RestError({
    status: how.status,
    code: said.code,
    message: said.message,
    details: textOrNull(said.details),
    hint: textOrNull(said.hint),
    headers,
    reason: textOrNull(how.status_text),
  });
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStatus(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;
}

function readHeaders(value: unknown): Record<string, string> | null {
  if (!isObject(value)) return null;
  const headers: Record<string, string> = {};
  for (const [name, text] of Object.entries(value)) {
    if (!isHeader(name, text)) return null;
    if (!isFramingHeader(name)) headers[name.toLowerCase()] = text;
  }
  return headers;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function unreadableDetail(details: string): RestError {
  return unreadable(
    details,
    "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
  );
}

function unreadable(details: string, hint: string): RestError {
  return new RestError({
    status: 500,
    code: 'PGRST121',
    message: 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error',
    details,
    hint,
  });
}
