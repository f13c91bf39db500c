import { createPace } from '@basalt/postgres/catalog';
import type { SelectionSetNode } from 'graphql';
import type { CompileScope } from '../compile/scope.ts';
import { type CollectedField, collectFields } from '../document/collect-fields.ts';
import { fail } from '../errors/graphql-failure.ts';
import { type Described, describeSchema, describeType, isDescribed } from './describe.ts';
import { shownSchema } from './type-definitions.ts';

/** Whether a field of the root asks about the API and not for data. */
export function isIntrospection({ name }: CollectedField, { schema }: CompileScope): boolean {
  return name === '__typename' || (schema.introspection && (name === '__schema' || name === '__type'));
}

/** The answer to `__typename`, `__schema` or `__type`, as JSON. @throws {GraphqlFailure} */
export async function answerIntrospection(
  field: CollectedField,
  root: string,
  scope: CompileScope,
): Promise<string> {
  if (field.name === '__typename') return JSON.stringify(root);
  const shown = await shownSchema(scope.schema);
  const answering = new Answering(scope);
  if (field.name === '__schema') return await answering.paced(describeSchema(shown), field.selections);
  const name = field.args.get('name');
  if (typeof name !== 'string') fail('Invalid input for NonNull type');
  const found = shown.types.get(name);
  return found === undefined ? 'null' : answering.text(describeType(found, shown), field.selections);
}

type Selections = readonly SelectionSetNode[];

/** What is asked of thousands of types and fields in the same words is worked out once. */
class Answering {
  readonly #scope: CompileScope;
  readonly #fields = new Map<SelectionSetNode, CollectedField[]>();
  readonly #refs = new Map<SelectionSetNode, Map<string, string>>();

  constructor(scope: CompileScope) {
    this.#scope = scope;
  }

  /** As JSON. @throws {GraphqlFailure} */
  text(value: unknown, selections: Selections): string {
    if (Array.isArray(value)) return `[${value.map((one) => this.text(one, selections)).join(',')}]`;
    if (isDescribed(value))
      return value.ref === undefined
        ? this.#object(value, selections)
        : this.#known(value, value.ref, selections);
    const text = JSON.stringify(value);
    this.#scope.budget.described(text.length + 10);
    return text;
  }

  /** The same, but with breaks between the members of its lists, so that a large schema does not hold up the process. */
  async paced(value: Described, selections: Selections): Promise<string> {
    const pace = createPace();
    const members: string[] = [];
    for (const { key, name, selections: inside } of this.#fieldsOf(selections, value.type)) {
      const found = this.#find(value, name);
      const texts: string[] = [];
      for (const one of Array.isArray(found) ? found : [found]) {
        const isLong = isDescribed(one) && one.isLong;
        texts.push(isLong ? await this.paced(one, inside) : this.text(one, inside));
        if (pace.isDue()) await pace.rest();
      }
      members.push(
        `${JSON.stringify(key)}:${Array.isArray(found) ? `[${texts.join(',')}]` : texts.join('')}`,
      );
    }
    return `{${members.join(',')}}`;
  }

  #known(value: Described, ref: string, selections: Selections): string {
    const [only, ...more] = selections;
    if (only === undefined || more.length > 0) return this.#object(value, selections);
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
    const text = this.#object(value, selections);
    texts.set(ref, text);
    return text;
  }

  #object(value: Described, selections: Selections): string {
    const members = this.#fieldsOf(selections, value.type).map(({ key, name, selections: inside }) => {
      return `${JSON.stringify(key)}:${this.text(this.#find(value, name), inside)}`;
    });
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
