import type { FunctionRow } from '@basalt/postgres/catalog';
import type { ComputedField, QualifiedName, Relationship } from '../schema-cache.ts';
import type { DatabaseType } from './build-types.ts';

export type ComputedRelationship = Extract<Relationship, { kind: 'computed' }>;

/** What a function of one argument, a row of a relation, adds to that relation. */
export type Computed =
  | { kind: 'field'; origin: QualifiedName; field: ComputedField }
  | { kind: 'relationship'; relationship: ComputedRelationship }
  | null;

export function buildComputed(row: FunctionRow, types: ReadonlyMap<number, DatabaseType>): Computed {
  const { schema, name, kind, inTypes, modes, returnType, returnsSet, rows } = row;
  const origin = inTypes.length === 1 ? types.get(inTypes[0] ?? 0)?.relation : null;
  if (kind !== 'f' || !origin || modes?.some((mode) => mode !== 'i')) return null;
  const result = types.get(returnType);
  if (!result) return null;
  if (result.relation) {
    const toOne = !returnsSet || rows === 1;
    const relationship: ComputedRelationship = {
      kind: 'computed',
      cardinality: toOne ? 'm2o' : 'o2m',
      origin,
      target: result.relation,
      function: { schema, name },
      isSelf: origin.schema === result.relation.schema && origin.name === result.relation.name,
    };
    return { kind: 'relationship', relationship };
  }
  if (returnsSet || result.kind === 'pseudo') return null;
  return { kind: 'field', origin, field: { function: { schema, name }, type: result.name } };
}
