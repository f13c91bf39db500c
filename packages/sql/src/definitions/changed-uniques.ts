import { DefinitionError } from './sql-part.ts';
import type { DesignUnique } from './table-design.ts';

/**
 * What makes the unique constraints of a table those of a design. Throws DefinitionError for one that the table has not, and for
 * other columns of one that it has: whatever else it says (deferral, included columns) would be lost without a word.
 *
 * @param newName the name that a column of the table has in the design
 */
export function changedUniques(
  before: readonly DesignUnique[],
  after: readonly DesignUnique[],
  newName: (column: string) => string,
): { dropped: string[]; renamed: [string, string][]; added: DesignUnique[] } {
  const old = new Map(before.map((unique) => [unique.id, unique]));
  const renamed: [string, string][] = [];
  for (const [position, unique] of after.entries()) {
    if (unique.id === null) continue;
    const at = `unique_constraints.${position}.`;
    const found = old.get(unique.id);
    if (found === undefined)
      throw new DefinitionError(
        `${at}id`,
        `The table has no unique constraint with the number ${unique.id}, or the design has it twice.`,
      );
    const isSame =
      found.nulls_not_distinct === unique.nulls_not_distinct &&
      found.columns.length === unique.columns.length &&
      found.columns.every((column, index) => newName(column) === unique.columns[index]);
    if (!isSame)
      throw new DefinitionError(
        `${at}columns`,
        'Of a unique constraint that is there only the name can change. Remove it and add another one.',
      );
    if (found.name !== null && unique.name !== null && found.name !== unique.name)
      renamed.push([found.name, unique.name]);
    old.delete(unique.id);
  }
  return {
    dropped: [...old.values()].flatMap(({ name }) => (name === null ? [] : [name])),
    renamed,
    added: after.filter(({ id }) => id === null),
  };
}
