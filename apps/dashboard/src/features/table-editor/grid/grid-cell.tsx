import type { GridColumn } from '@basalt/contract';
import { cellPreview } from '../../../ui/data-grid/cell-text.ts';
import type { GridLine } from '../rows/loaded-rows.ts';
import { canBeDefault, isDefault } from '../values/new-value.ts';
import classes from './table-grid.module.css';

/** One value as the grid shows it. */
export function GridCell({ line, column, place }: { line: GridLine; column: GridColumn; place: number }) {
  const edits = line.edits;
  const isNamed = edits !== null && Object.hasOwn(edits, column.name);
  if (isNamed && isDefault(edits[column.name])) return <span className={classes.null}>DEFAULT</span>;
  if (line.state === 'new' && !isNamed)
    return (
      <span className={classes.null}>
        {column.is_generated ? 'GENERATED' : canBeDefault(column) ? 'DEFAULT' : 'NULL'}
      </span>
    );
  const value = line.values[place] ?? null;
  if (value === null) return <span className={classes.null}>NULL</span>;
  if (value === '') return <span className={classes.null}>EMPTY</span>;
  return cellPreview(value, column.kind === 'boolean' ? 'bool' : column.type);
}

/** How a cell looks by what has become of it. */
export function cellLook(line: GridLine, column: GridColumn, refused: string | null): string {
  const look = [];
  if (column.kind === 'integer' || column.kind === 'number') look.push(classes.numeric);
  if (line.edits !== null && Object.hasOwn(line.edits, column.name)) look.push(classes.edited);
  if (refused === column.name) look.push(classes.refused);
  return look.join(' ');
}
