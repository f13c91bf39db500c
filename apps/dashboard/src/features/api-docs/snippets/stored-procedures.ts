import { projectUrl } from '../../../lib/project-url.ts';
import { urlPart } from './curl.ts';
import { exampleValue, kindOf } from './example-value.ts';
import type { DocsArgument } from './function-arguments.ts';
import { type Json, jsPath, jsText, jsValue } from './javascript.ts';
import { command, type DocsProject, type Language, type Part, type Snippet, topic } from './snippet.ts';

/** A function of the database, with all that share its name. */
export interface DocsFunction {
  schema: string;
  name: string;
  isDefaultSchema: boolean;
  overloads: readonly DocsOverload[];
}

export interface DocsOverload {
  arguments: readonly DocsArgument[];
  /** It may change something. */
  isVolatile: boolean;
  /** Values of enums among the types, by the name of the type. */
  enums: Readonly<Record<string, readonly string[]>>;
}

/** What there is to say of functions as a whole. */
export function storedProceduresSnippets(): Snippet[] {
  return [
    topic('Introduction', [
      'Functions of the database are called by name with named arguments. They run as the caller, unless they are security definer.',
      'Logic that touches many rows is quickest there: one request, one transaction.',
    ]),
  ];
}

/** Calling a function, with each set of arguments that it takes. */
export function storedProcedureSnippets(
  project: DocsProject,
  fn: DocsFunction,
  language: Language,
): Snippet[] {
  const calls = callsOf(fn);
  const parts = calls.map(
    (call): Part =>
      language === 'js' ? { name: call.name, code: jsCall(fn, call.body) } : bashCall(project, fn, call),
  );
  const left = fn.overloads.length - new Set(calls.map(({ overload }) => overload)).size;
  const text = ['Arguments with a default can be left out.'];
  if (left > 0)
    text.push(
      left === fn.overloads.length
        ? 'The API passes arguments by name, and this function has some without one: give them names to call it.'
        : 'Overloads with arguments that have no names, or the same names as others, cannot be called by the API.',
    );
  return [{ title: 'Invoke function', text, parts }];
}

interface Call {
  name: string | null;
  body: Json;
  overload: DocsOverload;
}

/** A call of each overload with all that it takes, and one without what may be left out; only those that mean one overload. */
function callsOf({ overloads }: DocsFunction): Call[] {
  const calls = overloads.flatMap((overload) => {
    const all = overload.arguments;
    if (!isNamed(all)) return [];
    const needed = all.filter(({ isOptional }) => !isOptional);
    return [all, ...(needed.length < all.length ? [needed] : [])]
      .filter((passed) => overloads.filter((other) => takes(other, passed)).length === 1)
      .map((passed) => ({ name: titleOf(passed), body: bodyOf(overload, passed), overload }));
  });
  return calls.length === 1 ? calls.map((call) => ({ ...call, name: null })) : calls;
}

/** Whether an overload can be called with these arguments, by their names. */
function takes(overload: DocsOverload, passed: readonly DocsArgument[]): boolean {
  const names = new Set(passed.map(({ name }) => name));
  const all = new Set(overload.arguments.map(({ name }) => name));
  return (
    names.isSubsetOf(all) && overload.arguments.every(({ name, isOptional }) => isOptional || names.has(name))
  );
}

/** JSON alone may come without a name: then the whole body is its value. */
function isNamed(args: readonly DocsArgument[]): boolean {
  const [only] = args;
  if (args.length === 1 && only?.name === '') return kindOf(only.type) === 'json';
  return args.every(({ name }) => name !== '');
}

function titleOf(args: readonly DocsArgument[]): string {
  if (args.length === 0) return 'Without arguments';
  const names = args.map(({ name, type }) => name || type);
  const last = names.pop();
  return `With ${names.length === 0 ? last : `${names.join(', ')} and ${last}`}`;
}

function bodyOf({ enums }: DocsOverload, args: readonly DocsArgument[]): Json {
  const [only] = args;
  if (args.length === 1 && only?.name === '') return exampleValue(only.type);
  return Object.fromEntries(args.map(({ name, type }) => [name, exampleValue(type, enums[type])]));
}

function isEmpty(body: Json): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).length === 0;
}

function jsCall({ schema, name, isDefaultSchema }: DocsFunction, body: Json): string {
  const client = isDefaultSchema ? 'client' : `client.schema(${jsText(schema)})`;
  return `const { data, error } = await ${client}.rpc(${jsPath(name)}${isEmpty(body) ? '' : `, ${jsValue(body)}`})`;
}

function bashCall(
  project: DocsProject,
  { schema, name, isDefaultSchema }: DocsFunction,
  { name: part, body, overload }: Call,
): Part {
  return command(part, {
    method: 'POST',
    url: `${projectUrl(project)}/rest/v1/rpc/${urlPart(name)}`,
    headers: [`apikey: ${project.key}`, ...(isDefaultSchema ? [] : [`Content-Profile: ${schema}`])],
    ...(isEmpty(body) ? {} : { json: body }),
    ...(overload.isVolatile ? {} : { isRead: true }),
  });
}
