import type { ApiError } from '../../api/api-error.ts';
import { PARAMETER_GROUPS, type ParameterName } from './parameter-groups.ts';

/** The parameter that the server refused, and why, for the place under its field; null: it was none of them. */
export function refusedParameter(
  error: Pick<ApiError, 'field' | 'message'> | null,
): { name: ParameterName; text: string } | null {
  const name = PARAMETER_GROUPS.flatMap(({ names }) => names).find((each) => each === error?.field);
  if (name === undefined || error === null) return null;
  // The server's sentence begins with the name, which stands above the field already.
  const text = error.message.startsWith(`${name} `) ? error.message.slice(name.length + 1) : error.message;
  return { name, text: `${text.charAt(0).toUpperCase()}${text.slice(1)}` };
}
