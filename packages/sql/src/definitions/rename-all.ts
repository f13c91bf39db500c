/**
 * Renames that are to happen together, in an order in which no two things have one name at a time. Where names change places, one
 * of them gets another name on the way.
 *
 * @param pairs old and new name of everything that is there
 */
export function renameAll(
  pairs: readonly (readonly [string, string])[],
  rename: (from: string, to: string) => string,
): string[] {
  if (new Set(pairs.map(([, to]) => to)).size < pairs.length)
    throw new RangeError('Two things cannot get the same name.');
  const statements: string[] = [];
  const taken = new Set(pairs.map(([from]) => from));
  let open = pairs.filter(([from, to]) => from !== to);
  const give = (from: string, to: string) => {
    statements.push(rename(from, to));
    taken.delete(from);
    taken.add(to);
  };
  while (open.length > 0) {
    const free = open.find(([, to]) => !taken.has(to));
    if (free === undefined) {
      const [[from, to] = ['', ''], ...others] = open;
      const passing = passingName(taken, pairs);
      give(from, passing);
      open = [...others, [passing, to]];
    } else {
      give(...free);
      open = open.filter((pair) => pair !== free);
    }
  }
  return statements;
}

function passingName(taken: ReadonlySet<string>, pairs: readonly (readonly [string, string])[]): string {
  const wanted = new Set(pairs.map(([, to]) => to));
  for (let number = 1; ; number += 1) {
    const name = `renaming_${number}`;
    if (!taken.has(name) && !wanted.has(name)) return name;
  }
}
