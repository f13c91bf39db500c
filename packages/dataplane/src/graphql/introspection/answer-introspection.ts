import { createPace } from '@basalt/postgres/catalog';
import type { SelectionSetNode } from 'graphql';
import type { CompileScope } from '../compile/scope.ts';
import { type CollectedField, collectFields } from '../document/collect-fields.ts';
import { fail } from '../errors/graphql-failure.ts';
import { type Described, describeSchema, describeType, isDescribed } from './describe.ts';
import { type ShownSchema, shownSchema } from './type-definitions.ts';

/** Whether a field of the root asks about the API and not for data. */
export function isIntrospection({ name }: CollectedField, { schema }: CompileScope): boolean {
  return name === '__typename' || (schema.introspection && (name === '__schema' || name === '__type'));
}

/**
 * The answer to `__typename`, `__schema` or `__type`, as JSON in parts. A large schema, or a large question, does not hold up the process.
 * @throws {GraphqlFailure}
 */
export async function answerIntrospection(
  field: CollectedField,
  root: string,
  scope: CompileScope,
): Promise<string | readonly Buffer[]> {
  if (field.name === '__typename') return JSON.stringify(root);
  const shown = await shownSchema(scope.schema);
  const asked = askedAbout(field, shown);
  return asked === null ? 'null' : await new Answering(scope).json(asked, field.selections);
}

/** What `__schema` or `__type` describes; null: there is no such type. @throws {GraphqlFailure} */
function askedAbout({ name, args }: CollectedField, shown: ShownSchema): Described | null {
  if (name === '__schema') return describeSchema(shown);
  const type = args.get('name');
  if (typeof type !== 'string') fail('Invalid input for NonNull type');
  const found = shown.types.get(type);
  return found === undefined ? null : describeType(found, shown);
}

/** Describing that stops where a break is due. */
type Work = Generator<void, string, void>;

/** Characters that become bytes at once. */
const PIECE = 256 * 1024;

type Selections = readonly SelectionSetNode[];

/** What is asked of thousands of types and fields in the same words is worked out once. */
class Answering {
  readonly #scope: CompileScope;
  readonly #pace = createPace();
  readonly #fields = new Map<SelectionSetNode, CollectedField[]>();
  readonly #refs = new Map<SelectionSetNode, Map<string, string>>();

  constructor(scope: CompileScope) {
    this.#scope = scope;
  }

  /** @throws {GraphqlFailure} */
  async json(value: Described, selections: Selections): Promise<readonly Buffer[]> {
    const pieces: Buffer[] = [];
    let text = '{';
    for (const { key, name, selections: inside } of this.#fieldsOf(selections, value.type)) {
      const found = this.#find(value, name);
      const isList = Array.isArray(found);
      text += `${text === '{' ? '' : ','}${JSON.stringify(key)}:${isList ? '[' : ''}`;
      for (const [index, one] of (isList ? found : [found]).entries()) {
        text += `${index === 0 ? '' : ','}${await this.#withBreaks(this.#text(one, inside))}`;
        if (text.length < PIECE) continue;
        pieces.push(Buffer.from(text));
        text = '';
      }
      if (isList) text += ']';
    }
    return [...pieces, Buffer.from(`${text}}`)];
  }

  async #withBreaks(work: Work): Promise<string> {
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return step.value;
      await this.#pace.rest();
    }
  }

  *#text(value: unknown, selections: Selections): Work {
    if (isDescribed(value)) return yield* this.#described(value, selections);
    if (!Array.isArray(value)) return this.#leaf(value);
    const texts: string[] = [];
    for (const one of value)
      texts.push(isDescribed(one) ? yield* this.#described(one, selections) : this.#leaf(one));
    return `[${texts.join(',')}]`;
  }

  #leaf(value: unknown): string {
    const text = JSON.stringify(value);
    this.#scope.budget.described(text.length + 10);
    return text;
  }

  *#described(value: Described, selections: Selections): Work {
    const [only, ...more] = selections;
    const { ref } = value;
    if (ref === undefined || only === undefined || more.length > 0)
      return yield* this.#object(value, selections);
    let texts = this.#refs.get(only);
    if (texts === undefined) {
      texts = new Map();
      this.#refs.set(only, texts);
    }
    const known = texts.get(ref);
    if (known !== undefined) {
      this.#scope.budget.described(known.length);
      return known;
    }
    const text = yield* this.#object(value, selections);
    texts.set(ref, text);
    return text;
  }

  *#object(value: Described, selections: Selections): Work {
    if (this.#pace.isDue()) yield;
    const members: string[] = [];
    for (const { key, name, selections: inside } of this.#fieldsOf(selections, value.type)) {
      const found = this.#find(value, name);
      const isLeaf = typeof found !== 'object' || found === null;
      members.push(`${JSON.stringify(key)}:${isLeaf ? this.#leaf(found) : yield* this.#text(found, inside)}`);
    }
    return `{${members.join(',')}}`;
  }

  #find(value: Described, name: string): unknown {
    const found = name === '__typename' ? value.type : value.get(name);
    if (found === undefined) fail(`Unknown field "${name}" on type ${value.type}`);
    return found;
  }

  #fieldsOf(sets: Selections, type: string): CollectedField[] {
    const [only, ...more] = sets;
    if (only === undefined || more.length > 0) return collectFields(sets, { name: type }, this.#scope);
    let fields = this.#fields.get(only);
    if (fields === undefined) {
      fields = collectFields(sets, { name: type }, this.#scope);
      this.#fields.set(only, fields);
    }
    return fields;
  }
}
