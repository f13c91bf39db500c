import type { AttributeSource } from '@basalt/contract';
import type { Pair } from '../../../ui/fields/pairs-field.tsx';

type Keys = Readonly<Record<string, AttributeSource>>;

/** A mapping as rows of a form: the fact, and the names of the attributes that it is read from, separated by commas. */
export function pairsOf(keys: Keys): Pair[] {
  return Object.entries(keys).map(([name, source], key) => ({
    key,
    name,
    value: namesOf(source).join(', '),
  }));
}

/** The mapping that rows stand for. What a row cannot show (a default, all values) stays as it was. Rows without a fact are left out. */
export function keysOf(pairs: readonly Pair[], before: Keys): Record<string, AttributeSource> {
  const kept = pairs.filter(({ name }) => name.trim() !== '');
  return Object.fromEntries(
    kept.map(({ name, value }) => {
      const target = name.trim();
      const known = Object.hasOwn(before, target) ? before[target] : undefined;
      const { default: fallback, array } = known ?? {};
      const names = value.split(',').flatMap((each) => each.trim() || []);
      return [
        target,
        {
          ...(names.length === 1 ? { name: names[0] } : { names }),
          ...(fallback === undefined ? {} : { default: fallback }),
          ...(array === undefined ? {} : { array }),
        },
      ];
    }),
  );
}

function namesOf({ name, names = [] }: AttributeSource): string[] {
  return name === undefined ? names : [name, ...names];
}
