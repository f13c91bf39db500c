import { notEmbedded } from '../../errors/index.ts';
import type { FieldPath, OrderTerm } from '../../request/read-plan.ts';
import type { RowSource } from '../sql/row-source.ts';
import { compileField } from './compile-field.ts';

/** By alias or name: an expression for a column of an embed. @throws {RestError} PGRST118 when it is to-many */
export type EmbedOrders = ReadonlyMap<string, { orderBy(field: FieldPath): string }>;

/** The terms after ORDER BY. */
export function compileOrder(terms: readonly OrderTerm[], source: RowSource, embeds: EmbedOrders): string[] {
  return terms.map(({ embed, field, direction, nulls }) => {
    const expression =
      embed === null ? compileField(source, field, 'compare') : embedTerm(embed, field, embeds);
    return `${expression}${direction === null ? '' : ` ${direction}`}${nulls === null ? '' : ` nulls ${nulls}`}`;
  });
}

function embedTerm(name: string, field: FieldPath, embeds: EmbedOrders): string {
  const embed = embeds.get(name);
  if (embed === undefined) throw notEmbedded(name);
  return embed.orderBy(field);
}
