import type { Relationship } from './schema-cache.ts';

/** One that follows from foreign keys. */
export type Detected = Exclude<Relationship, { kind: 'computed' }>;

/** Whether an embed may be called so: by the target's name, or to-one also by the foreign key or its only column on this side. */
export function isCalled(relationship: Detected, name: string): boolean {
  if (relationship.target.name === name) return true;
  if (relationship.kind === 'junction' || relationship.cardinality === 'o2m') return false;
  return relationship.constraint === name || only(relationship.columns)?.origin === name;
}

/** How well a hint (`target!hint`) fits: 0 not at all; a column that is only referred to fits worse than the others. */
export function isPickedBy(relationship: Detected, hint: string): number {
  if (relationship.kind === 'junction') return isJunctionPickedBy(relationship, hint) ? 3 : 0;
  const { constraint, target, columns, isSelf, cardinality } = relationship;
  // By name and hint a table that refers to itself means its children, as by its name alone.
  if (isSelf && cardinality === 'm2o') return 0;
  if (constraint === hint) return 3;
  const pair = only(columns);
  const forward = relationship.forward ?? cardinality !== 'o2m';
  const [holding, referred] = forward ? [pair?.origin, pair?.target] : [pair?.target, pair?.origin];
  if (holding === hint) return 3;
  if (target.name === hint) return 2;
  return referred === hint ? 1 : 0;
}

function isJunctionPickedBy(
  {
    junction,
    originConstraint,
    targetConstraint,
    targetColumns,
    isSelf,
    target,
  }: Extract<Detected, { kind: 'junction' }>,
  hint: string,
): boolean {
  if (junction.name === hint || targetConstraint === hint || target.name === hint) return true;
  // Both ways through a junction of a table with itself have the same two keys: only the far one tells them apart.
  if (!isSelf && originConstraint === hint) return true;
  return only(targetColumns)?.junction === hint;
}

function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}
