import { relationshipAmbiguous, relationshipNotFound } from '../errors/schema-errors.ts';
import { nearestName } from './nearest-name.ts';
import { describeCandidates } from './relationship-candidates.ts';
import { type Detected, isCalled, isPickedBy } from './relationship-names.ts';
import { type QualifiedName, type Relationship, relationKey, type SchemaCache } from './schema-cache.ts';

export interface RelationshipWanted {
  /** Where the embed starts: the relation of the level above (for a function, its row type). */
  origin: QualifiedName;
  /** As written in `select`: the target's name, a computed relationship's, a foreign key's or one of its columns. */
  name: string;
  hint: string | null;
  /** The schema of the request: targets are looked for there only. */
  schema: string;
}

type Computed = Extract<Relationship, { kind: 'computed' }>;

/** The one relationship an embed means. Throws PGRST200 (400) for none and PGRST201 (300) for several. */
export function findRelationship(cache: SchemaCache, wanted: RelationshipWanted): Relationship {
  const all = cache.relationships.get(relationKey(wanted.origin)) ?? [];
  const detected = findDetected(cache, all.filter(isDetected), wanted);
  const computed = findComputed(all, wanted);
  // A hint that names a foreign key means that one, even where a function overrides it.
  if (computed && (wanted.hint === null || detected.length !== 1)) return computed;
  const [found, ...others] = detected;
  if (!found) throw notFound(all, wanted);
  if (others.length > 0)
    throw relationshipAmbiguous(wanted.origin.name, wanted.name, describeCandidates(detected));
  return found;
}

function isDetected(relationship: Relationship): relationship is Detected {
  return relationship.kind !== 'computed';
}

function findComputed(all: readonly Relationship[], { name, schema }: RelationshipWanted): Computed | null {
  const named = all.filter(
    (relationship): relationship is Computed =>
      relationship.kind === 'computed' && relationship.function.name === name,
  );
  return named.find((relationship) => relationship.function.schema === schema) ?? named[0] ?? null;
}

function findDetected(
  cache: SchemaCache,
  detected: readonly Detected[],
  { name, hint, schema }: RelationshipWanted,
): readonly Detected[] {
  const inSchema = detected.filter(({ target }) => target.schema === schema);
  const called = withoutViewsByKey(
    cache,
    inSchema.filter((relationship) => isCalled(relationship, name)),
    name,
  );
  if (hint !== null)
    return withoutEchoes(
      cache,
      best(called, (relationship) => isPickedBy(relationship, hint)),
    );
  // A column that refers to a row means that one, rather than one that refers to the column's own row.
  const meant = best(called, (relationship) =>
    relationship.target.name === name
      ? 3
      : relationship.kind === 'junction' || isForward(relationship)
        ? 2
        : 1,
  );
  return withoutEchoes(cache, withoutOtherSelves(meant, name));
}

/** Those with the highest score, none of score zero. */
function best(relationships: readonly Detected[], score: (relationship: Detected) => number): Detected[] {
  const highest = Math.max(...relationships.map(score), 1);
  return relationships.filter((relationship) => score(relationship) === highest);
}

/** A table that refers to itself means its children by its own name; the parent goes by the key or its column. */
function withoutOtherSelves(relationships: readonly Detected[], name: string): readonly Detected[] {
  const children = relationships.filter(
    (relationship) =>
      relationship.isSelf &&
      relationship.kind === 'key' &&
      relationship.target.name === name &&
      !isForward(relationship),
  );
  return children.length > 0 ? children : relationships;
}

function isForward(relationship: Extract<Detected, { kind: 'key' }>): boolean {
  return relationship.forward ?? relationship.cardinality === 'm2o';
}

/** A key leads to a table. Views over that table are meant only by their names, or where the table is out of sight. */
function withoutViewsByKey(
  cache: SchemaCache,
  relationships: readonly Detected[],
  name: string,
): readonly Detected[] {
  const meant = relationships.filter(({ target }) => target.name === name || !isView(cache, target));
  return meant.length > 0 ? meant : relationships;
}

function isView(cache: SchemaCache, { schema, name }: QualifiedName): boolean {
  const kind = cache.relations.get(schema)?.get(name)?.kind;
  return kind === 'view' || kind === 'materialized';
}

/** A view over a junction leads where the junction itself leads: with both in sight the table is meant. */
function withoutEchoes(cache: SchemaCache, relationships: readonly Detected[]): readonly Detected[] {
  const isThroughTable = (relationship: Detected) =>
    relationship.kind === 'junction' && !isView(cache, relationship.junction);
  const way = (relationship: Detected) =>
    relationship.kind === 'junction'
      ? `${relationship.originConstraint}\0${relationship.targetConstraint}`
      : '';
  const throughTables = new Set(relationships.filter(isThroughTable).map(way));
  return relationships.filter(
    (relationship) =>
      relationship.kind === 'key' || isThroughTable(relationship) || !throughTables.has(way(relationship)),
  );
}

function notFound(all: readonly Relationship[], { origin, name, hint, schema }: RelationshipWanted) {
  const names = all.map((relationship) =>
    relationship.kind === 'computed' ? relationship.function.name : relationship.target.name,
  );
  const nearest = names.includes(name) ? null : nearestName(name, new Set(names));
  return relationshipNotFound({
    origin: origin.name,
    target: name,
    schema,
    usingHint: hint,
    suggestion: nearest && `Perhaps you meant '${nearest}' instead of '${name}'.`,
  });
}
