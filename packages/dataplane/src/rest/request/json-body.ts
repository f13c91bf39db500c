import { invalidBody } from '../errors/request-errors.ts';
import type { BodyRules } from './body-rules.ts';
import { type JsonOutline, outlineJson } from './outline-json.ts';
import type { RestBody } from './rest-request.ts';

/** JSON is checked but not rewritten: numbers keep all their digits. @param bytes valid UTF-8 @throws {RestError} PGRST102 */
export function parseJsonBody(bytes: Buffer, text: string | Buffer, rules: BodyRules): RestBody {
  if (bytes.length === 0 && rules.forFunction)
    return { kind: 'json', text: '{}', shape: 'object', keys: [], rows: 1 };
  const outline = outlineJson(bytes);
  const { shape, rows } = outline;
  return {
    kind: 'json',
    text,
    shape,
    keys: shape === 'array' ? keysOfRows(outline, rules) : outline.keys,
    rows,
  };
}

function keysOfRows({ rows, keys, allObjects, alike }: JsonOutline, rules: BodyRules): readonly string[] {
  if (rows === 0) return [];
  if (allObjects && (rules.columnsGiven || alike)) return keys;
  if (rules.forFunction) return [];
  throw invalidBody('All object keys must match');
}
