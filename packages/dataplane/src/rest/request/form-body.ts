import { invalidBody } from '../errors/request-errors.ts';
import { RestError } from '../errors/rest-error.ts';
import type { BodyRules } from './body-rules.ts';
import { parseQueryParameters, type QueryParameter } from './query-parameters.ts';
import type { RestBody } from './rest-request.ts';

/**
 * A form as one JSON object of texts. The last value of a name counts; for a function several make an array, which is what
 * a variadic argument takes.
 * @throws {RestError} PGRST102
 */
export function parseFormBody(text: string, rules: BodyRules): RestBody {
  const values = new Map<string, string | string[]>();
  for (const { name, value } of parseForm(text)) {
    const before = values.get(name);
    const now = value ?? '';
    values.set(name, rules.forFunction && before !== undefined ? [before, now].flat() : now);
  }
  const members = [...values].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return {
    kind: 'text-values',
    text: `{${members.join(',')}}`,
    shape: 'object',
    keys: [...values.keys()],
    rows: 1,
  };
}

function parseForm(text: string): QueryParameter[] {
  try {
    return parseQueryParameters(text.trim());
  } catch (error) {
    if (error instanceof RestError) throw invalidBody('The form cannot be read.', String(error.details));
    throw error;
  }
}
