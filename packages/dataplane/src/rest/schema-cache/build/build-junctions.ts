import type { Relation, Relationship } from '../schema-cache.ts';
import { relationKey } from '../schema-cache.ts';
import type { KeyRelationship } from './build-key-relationships.ts';

export type JunctionRelationship = Extract<Relationship, { kind: 'junction' }>;

/** Many-to-many: two to-one keys of one relation whose primary key includes the columns of both. */
export function buildJunctions(
  keys: readonly KeyRelationship[],
  findExposed: (key: string) => Relation | undefined,
): JunctionRelationship[] {
  const byJunction = new Map<string, KeyRelationship[]>();
  for (const key of keys) {
    if (key.cardinality !== 'm2o') continue;
    const name = relationKey(key.origin);
    const junction = findExposed(name);
    if (!junction || !key.columns.every(({ origin }) => junction.primaryKey.includes(origin))) continue;
    const list = byJunction.get(name) ?? [];
    list.push(key);
    byJunction.set(name, list);
  }
  return [...byJunction.values()].flatMap((ways) =>
    ways.flatMap((near) => ways.filter((far) => isOtherKey(near, far)).map((far) => through(near, far))),
  );
}

/** Not the same key again, be it by way of another view of the same table. */
function isOtherKey(near: KeyRelationship, far: KeyRelationship): boolean {
  return (
    near.constraint !== far.constraint ||
    !near.columns.every(({ origin }, index) => origin === far.columns[index]?.origin)
  );
}

function through(near: KeyRelationship, far: KeyRelationship): JunctionRelationship {
  return {
    kind: 'junction',
    cardinality: 'm2m',
    origin: near.target,
    target: far.target,
    junction: near.origin,
    originConstraint: near.constraint,
    targetConstraint: far.constraint,
    originColumns: near.columns.map(({ origin, target }) => ({ origin: target, junction: origin })),
    targetColumns: far.columns.map(({ origin, target }) => ({ junction: origin, target })),
    isSelf: relationKey(near.target) === relationKey(far.target),
  };
}
