import type { NamedChange } from '@basalt/contract';
import type { Database } from '../kernel/open-database.ts';

/** Functions of one project compared with those of another, by what they are made of. */
export async function changedFunctions(db: Database, from: number, to: number): Promise<NamedChange[]> {
  const of = (projectId: number) =>
    db
      .selectFrom('functions')
      .select(['slug', 'digest', 'entrypoint', 'import_map', 'verify_jwt'])
      .where('project_id', '=', projectId)
      .orderBy('slug')
      .execute();
  const [theirs, ours] = await Promise.all([of(from), of(to)]);
  return changesBetween(
    theirs.map(({ slug, ...rest }) => [slug, JSON.stringify(rest)]),
    ours.map(({ slug, ...rest }) => [slug, JSON.stringify(rest)]),
  );
}

/** Secrets of functions by name. Values may differ: a branch is there to try things with others. */
export async function changedSecrets(db: Database, from: number, to: number): Promise<NamedChange[]> {
  const of = (projectId: number) =>
    db
      .selectFrom('function_secrets')
      .select('name')
      .where('project_id', '=', projectId)
      .orderBy('name')
      .execute();
  const [theirs, ours] = await Promise.all([of(from), of(to)]);
  return changesBetween(
    theirs.map(({ name }) => [name, '']),
    ours.map(({ name }) => [name, '']),
  );
}

/** @param from names with what is compared of each */
function changesBetween(
  from: readonly (readonly [string, string])[],
  to: readonly (readonly [string, string])[],
): NamedChange[] {
  const before = new Map(from);
  const after = new Map(to);
  return [
    ...to.flatMap(([name, value]): NamedChange[] => {
      if (!before.has(name)) return [{ name, change: 'added' }];
      return before.get(name) === value ? [] : [{ name, change: 'changed' }];
    }),
    ...from.flatMap(([name]): NamedChange[] => (after.has(name) ? [] : [{ name, change: 'missing' }])),
  ];
}
