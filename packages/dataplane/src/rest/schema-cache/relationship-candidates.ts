import type { RelationshipCandidate } from '../errors/schema-errors.ts';
import type { Detected } from './relationship-names.ts';
import type { Cardinality } from './schema-cache.ts';

const CARDINALITIES: Record<Cardinality, RelationshipCandidate['cardinality']> = {
  m2o: 'many-to-one',
  o2m: 'one-to-many',
  o2o: 'one-to-one',
  m2m: 'many-to-many',
};

/** What PGRST201 says of relationships that an embed could mean, each with a hint that picks it. */
export function describeCandidates(relationships: readonly Detected[]): RelationshipCandidate[] {
  const hints = relationships.map(possibleHints);
  return relationships.map((relationship, index) => ({
    cardinality: CARDINALITIES[relationship.cardinality],
    embedding: `${relationship.origin.name} with ${relationship.target.name}`,
    relationship: describe(relationship),
    hint: uniqueHint(hints, index),
  }));
}

function describe(relationship: Detected): string {
  if (relationship.kind === 'junction') {
    const { junction, originConstraint, targetConstraint, originColumns, targetColumns } = relationship;
    const near = `${originConstraint}(${list(originColumns.map((pair) => pair.junction))})`;
    const far = `${targetConstraint}(${list(targetColumns.map((pair) => pair.junction))})`;
    return `${junction.name} using ${near} and ${far}`;
  }
  const { constraint, origin, target, columns } = relationship;
  const near = `${origin.name}(${list(columns.map((pair) => pair.origin))})`;
  return `${constraint} using ${near} and ${target.name}(${list(columns.map((pair) => pair.target))})`;
}

function list(names: readonly string[]): string {
  return names.join(', ');
}

/** The usual hint first. */
function possibleHints(relationship: Detected): string[] {
  if (relationship.kind === 'junction')
    return [
      relationship.junction.name,
      relationship.targetConstraint,
      ...single(relationship.targetColumns, 'junction'),
    ];
  const side = (relationship.forward ?? relationship.cardinality === 'm2o') ? 'origin' : 'target';
  return [relationship.constraint, ...single(relationship.columns, side)];
}

function single<K extends string>(pairs: readonly Record<K, string>[], side: K): string[] {
  const [pair] = pairs;
  return pair && pairs.length === 1 ? [pair[side]] : [];
}

function uniqueHint(hints: readonly string[][], index: number): string {
  const own = hints[index] ?? [];
  const others = new Set(hints.flatMap((list, other) => (other === index ? [] : list)));
  return own.find((hint) => !others.has(hint)) ?? own[0] ?? '';
}
