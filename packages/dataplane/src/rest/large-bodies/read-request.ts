import { LARGE_BODY_BYTES } from '../request/limits.ts';
import { bodyMediaType } from '../request/parse-body.ts';
import { parseRequestHead, parseRestRequest, type RestRequestInput } from '../request/parse-rest-request.ts';
import type { RestRequest } from '../request/rest-request.ts';
import type { LargeBodyReader } from './large-body-reader.ts';

/** `parseRestRequest`, at once or, where the body is large and has to be gone through, in a thread. @throws {RestError} */
export function readRequest(
  input: RestRequestInput,
  reader: LargeBodyReader,
  signal: () => AbortSignal,
): RestRequest | Promise<RestRequest> {
  const { body: bytes, headers } = input;
  if (bytes === null || bytes.length <= LARGE_BODY_BYTES) return parseRestRequest(input);
  const contentType = headers['content-type'];
  const type = bodyMediaType(contentType);
  if (type !== 'application/json' && type !== 'text/csv') return parseRestRequest(input);
  const { request, bodyRules } = parseRequestHead(input);
  if (bodyRules === null) return request;
  return reader
    .read({ bytes, contentType, rules: bodyRules }, signal())
    .then((body) => Object.assign(request, { body }));
}
