/** What a function of the database takes. */
export interface DocsArgument {
  /** Empty: it has none. */
  name: string;
  /** As SQL writes it, such as `timestamp with time zone`. */
  type: string;
  isOptional: boolean;
  isVariadic: boolean;
}

interface KnownArgument {
  mode: 'in' | 'out' | 'inout' | 'variadic' | 'table';
  name: string;
  has_default: boolean;
}

/**
 * The arguments that callers pass, with their types.
 * @param known of the schema API, in order
 * @param identity the same as PostgreSQL writes them: `who text, VARIADIC "more, of it" integer[]`
 */
export function readArguments(known: readonly KnownArgument[], identity: string): DocsArgument[] {
  const written = splitArguments(identity);
  return known
    .filter(({ mode }) => mode !== 'out' && mode !== 'table')
    .map(({ mode, name, has_default }, index) => ({
      name,
      type: typeOf(written[index] ?? '', name),
      isOptional: has_default,
      isVariadic: mode === 'variadic',
    }));
}

/** At the commas that stand outside of quotes and brackets. */
function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let isQuoted = false;
  let depth = 0;
  for (const mark of text) {
    if (mark === '"') isQuoted = !isQuoted;
    else if (!isQuoted && mark === '(') depth += 1;
    else if (!isQuoted && mark === ')') depth -= 1;
    if (mark === ',' && !isQuoted && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else part += mark;
  }
  return part.trim() === '' ? parts : [...parts, part.trim()];
}

function typeOf(written: string, name: string): string {
  const rest = written.replace(/^(?:INOUT|IN|VARIADIC) /, '');
  if (name === '') return rest;
  const quoted = `"${name.replaceAll('"', '""')}" `;
  if (rest.startsWith(quoted)) return rest.slice(quoted.length);
  return rest.startsWith(`${name} `) ? rest.slice(name.length + 1) : rest;
}
