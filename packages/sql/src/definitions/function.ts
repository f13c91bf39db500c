import { quoteIdent, quoteLiteral } from '../text/identifiers.ts';
import { isPunctuation, wordOf } from '../text/token.ts';
import { significantTokens } from '../text/tokens.ts';
import { renamed } from './schema.ts';
import { settingValue } from './settings.ts';
import { DefinitionError, declarationPart, nameIn } from './sql-part.ts';
import { moved } from './table.ts';

type Behavior = 'IMMUTABLE' | 'STABLE' | 'VOLATILE';

export interface NewFunction {
  name: string;
  schema: string;
  kind: 'function' | 'procedure';
  args: readonly string[];
  definition: string;
  return_type: string;
  language: string;
  behavior: Behavior;
  security_definer: boolean;
  config_params: Readonly<Record<string, string>>;
}

export function createFunction(input: NewFunction): string[] {
  const isFunction = input.kind === 'function';
  const args = input.args.map((arg, position) => declarationPart(arg, `args.${position}`));
  return [
    [
      `create ${input.kind} ${nameIn(input.schema, input.name)}(${args.join(', ')})`,
      ...(isFunction ? [`returns ${declarationPart(input.return_type, 'return_type')}`] : []),
      `language ${quoteIdent(input.language)}`,
      ...(isFunction && input.behavior !== 'VOLATILE' ? [input.behavior.toLowerCase()] : []),
      ...(input.security_definer ? ['security definer'] : []),
      ...Object.entries(input.config_params).map(([name, value]) => `set ${settingValue(name, value)}`),
      `as ${bodyLiteral(input.definition)}`,
    ].join('\n'),
  ];
}

/** A body between dollars, as people write it; quoted where it holds all marks that could end it. */
function bodyLiteral(body: string): string {
  const tag = ['$$', '$function$', '$body$'].find((mark) => !`${body}$`.includes(mark));
  return tag === undefined ? quoteLiteral(body) : `${tag}${body}${tag}`;
}

export interface StoredFunction {
  schema: string;
  name: string;
  kind: 'function' | 'procedure' | 'window';
  identity_argument_types: string;
  /** The statement that makes it, as PostgreSQL writes it; null when it cannot be read. */
  complete_statement: string | null;
}

/** How statements name it: `function shop.price_of(bigint)`. */
export function functionSignature({
  schema,
  name,
  kind,
  identity_argument_types,
}: Pick<StoredFunction, 'schema' | 'name' | 'kind' | 'identity_argument_types'>): string {
  return `${kind === 'procedure' ? 'procedure' : 'function'} ${nameIn(schema, name)}(${identity_argument_types})`;
}

export interface FunctionChanges {
  name?: string | undefined;
  schema?: string | undefined;
  definition?: string | undefined;
  behavior?: Behavior | undefined;
  security_definer?: boolean | undefined;
  config_params?: Readonly<Record<string, string>> | undefined;
}

export function changeFunction(stored: StoredFunction, changes: FunctionChanges): string[] {
  const here = functionSignature(stored);
  const config = changes.config_params;
  return [
    ...(changes.definition === undefined ? [] : [replaced(stored, changes.definition)]),
    ...(changes.behavior === undefined || stored.kind === 'procedure'
      ? []
      : [`alter ${here} ${changes.behavior.toLowerCase()}`]),
    ...(changes.security_definer === undefined
      ? []
      : [`alter ${here} security ${changes.security_definer ? 'definer' : 'invoker'}`]),
    ...(config === undefined ? [] : [`alter ${here} reset all`]),
    ...Object.entries(config ?? {}).map(([name, value]) => `alter ${here} set ${settingValue(name, value)}`),
    ...moved(here, stored.schema, changes.schema),
    ...renamed(
      functionSignature({ ...stored, schema: changes.schema ?? stored.schema }),
      stored.name,
      changes.name,
    ),
  ];
}

/** The statement that makes the function, with another body. Everything else that it says stays: left out, it would be taken back. */
function replaced({ complete_statement }: StoredFunction, definition: string): string {
  const sql = complete_statement ?? '';
  const body = bodyStart(sql);
  if (body === null)
    throw new DefinitionError('definition', 'The body of this function cannot be changed here.');
  return `${sql.slice(0, body).trimEnd()}\nas ${bodyLiteral(definition)}`;
}

/** Where the body begins in what `pg_get_functiondef` writes. Null for what has none, such as a function written in C. */
function bodyStart(sql: string): number | null {
  const tokens = significantTokens(sql);
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (isPunctuation(sql, token, '(')) depth += 1;
    if (isPunctuation(sql, token, ')')) depth -= 1;
    if (depth > 0 || isPunctuation(sql, tokens[index - 1], '.')) continue;
    const word = wordOf(sql, token);
    const next = tokens[index + 1];
    if (word === 'as' && next?.kind === 'dollar-string') return token.start;
    if (word === 'begin' && wordOf(sql, next) === 'atomic') return token.start;
    if (word === 'return') return token.start;
  }
  return null;
}
