import type { QualifiedName, Relation, Relationship, SchemaCache } from '../../schema-cache/schema-cache.ts';
import { directSource, type QueryScope, type RowSource } from '../sql/query-scope.ts';
import { quoteName, quoteQualified } from '../sql/sql-text.ts';

/** How the rows of an embed hang on a row of the level above. */
export interface EmbedLink {
  /** What follows FROM. */
  from: string;
  source: RowSource;
  conditions: readonly string[];
  toOne: boolean;
}

/** FROM and conditions of a relationship, seen from a row of `parent`. */
export function linkEmbed(relationship: Relationship, parent: RowSource, scope: QueryScope): EmbedLink {
  const target = targetOf(relationship, scope.cache);
  const alias = scope.aliases.forEmbed(target);
  const source = directSource(alias, target);
  const toOne = relationship.cardinality === 'm2o' || relationship.cardinality === 'o2o';
  switch (relationship.kind) {
    case 'key':
      return {
        from: `${quoteQualified(target)} as ${alias}`,
        source,
        conditions: relationship.columns.map(
          (pair) => `${alias}.${quoteName(pair.target)} = ${parent.column(pair.origin)}`,
        ),
        toOne,
      };
    case 'junction':
      return { ...throughJunction(relationship, parent, source, scope), source, toOne };
    case 'computed':
      return {
        from: `${quoteQualified(relationship.function)}(${parent.row()}) as ${alias}`,
        source,
        conditions: [],
        toOne,
      };
  }
}

function throughJunction(
  relationship: Extract<Relationship, { kind: 'junction' }>,
  parent: RowSource,
  target: RowSource,
  scope: QueryScope,
): Pick<EmbedLink, 'from' | 'conditions'> {
  const junction = scope.aliases.next('junction');
  const joined = relationship.targetColumns.map(
    (pair) => `${target.alias}.${quoteName(pair.target)} = ${junction}.${quoteName(pair.junction)}`,
  );
  return {
    from: `${quoteQualified(relationship.target)} as ${target.alias} join ${quoteQualified(relationship.junction)} as ${junction} on ${joined.join(' and ')}`,
    conditions: relationship.originColumns.map(
      (pair) => `${junction}.${quoteName(pair.junction)} = ${parent.column(pair.origin)}`,
    ),
  };
}

function targetOf({ target }: { target: QualifiedName }, cache: SchemaCache): Relation {
  const relation = cache.relations.get(target.schema)?.get(target.name);
  if (relation === undefined)
    throw new Error(
      `The schema cache has a relationship to ${target.schema}.${target.name} but not the relation.`,
    );
  return relation;
}
