import { decodeUtf8 } from '../../caller/decode-utf8.ts';
import { invalidPath, invalidRpcMethod, unsupportedMethod } from '../errors/request-errors.ts';
import type { RestRequest } from './rest-request.ts';

type Method = RestRequest['method'];
type Resource = RestRequest['resource'];

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);
const ROOT: Resource = { kind: 'root' };
const RPC = 'rpc/';

/** What a path below the service's root names: `/`, `/items`, `/rpc/add`. @throws {RestError} PGRST125 */
export function parseResource(path: string): Resource {
  if (path === '/' || path === '') return ROOT;
  const inside = path.startsWith('/') ? path.slice(1) : path;
  if (inside.startsWith(RPC)) return { kind: 'function', name: parseSegment(inside.slice(RPC.length)) };
  return { kind: 'relation', name: parseSegment(inside) };
}

function parseSegment(segment: string): string {
  const name = segment.includes('/') ? null : decodeUtf8(segment);
  if (name === null || name === '' || name.includes('\0')) throw invalidPath();
  return name;
}

/** @throws {RestError} PGRST117 for a method that nothing has, PGRST101 for one that functions have not */
export function parseMethod(method: string, resource: Resource): Method {
  if (!isMethod(method)) throw unsupportedMethod(method);
  const writesRows = method === 'PATCH' || method === 'PUT' || method === 'DELETE';
  if (resource.kind === 'function' && writesRows) throw invalidRpcMethod(method);
  if (resource.kind === 'root' && (writesRows || method === 'POST')) throw unsupportedMethod(method);
  return method;
}

function isMethod(method: string): method is Method {
  return METHODS.has(method);
}
