import {
  IconArrowUpRight,
  IconDiamond,
  IconDiamondFilled,
  IconFingerprint,
  IconHash,
  IconKey,
  IconLink,
  IconMathFunction,
} from '@tabler/icons-react';
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { createContext, memo, useContext } from 'react';
import { Tag } from '../../../ui/status/tag.tsx';
import type { DiagramColumn, DiagramTable } from './diagram-model.ts';
import classes from './schema-diagram.module.css';
import { type ColumnsShown, shownColumns } from './table-shape.ts';

export type TableNodeType = Node<{ table: DiagramTable; shown: ColumnsShown }, 'table'>;

interface DiagramActions {
  /** So far away that columns cannot be read. */
  isFar: boolean;
  open: (table: DiagramTable) => void;
}

export const DiagramContext = createContext<DiagramActions>({ isFar: false, open: () => {} });

/** A table with its columns. Links are drawn from side to side by themselves; the two handles only tell that they may. */
export const TableNode = memo(function TableNode({ data: { table, shown } }: NodeProps<TableNodeType>) {
  const { isFar, open } = useContext(DiagramContext);
  const isForeign = table.id === null;
  const { columns, folded } = shownColumns(table, shown);
  return (
    <div className={classes.table} data-foreign={isForeign || undefined} data-far={isFar || undefined}>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <Handle type="source" position={Position.Right} isConnectable={false} />
      <div className={classes.heading} title={table.comment ?? undefined}>
        <strong title={`${table.schema}.${table.name}`}>
          {isForeign && <span className={classes.schema}>{table.schema}.</span>}
          <bdi>{table.name}</bdi>
        </strong>
        {!isForeign && !isFar && (
          <Tag
            tone={table.rlsEnabled ? 'ok' : 'warn'}
            title={`Row level security is ${table.rlsEnabled ? 'on' : 'off'}`}
          >
            {table.rlsEnabled ? 'RLS' : 'No RLS'}
          </Tag>
        )}
        {!isFar && (
          <button
            type="button"
            tabIndex={-1}
            className={`${classes.open} nodrag`}
            aria-label={isForeign ? `Show the schema ${table.schema}` : `Open ${table.name}`}
            onClick={() => open(table)}
          >
            <IconArrowUpRight size={14} stroke={1.75} aria-hidden="true" />
          </button>
        )}
      </div>
      {!isFar && (
        <ul className={classes.columns}>
          {columns.map((column) => (
            <li key={column.name}>
              <Marks column={column} />
              <bdi className={classes.column} title={column.name}>
                {column.name}
              </bdi>
              <code title={column.type}>{column.type}</code>
            </li>
          ))}
          {folded > 0 && <li className={classes.folded}>{`${folded} more`}</li>}
        </ul>
      )}
    </div>
  );
});

/** What a column is, as icons with words. */
function Marks({ column }: { column: DiagramColumn }) {
  const marks = [
    column.isPrimary && ([IconKey, 'Primary key'] as const),
    column.isForeign && ([IconLink, 'Foreign key'] as const),
    column.isIdentity && ([IconHash, 'Identity'] as const),
    column.isGenerated && ([IconMathFunction, 'Generated'] as const),
    column.isUnique && !column.isPrimary && ([IconFingerprint, 'Unique'] as const),
    !column.isPrimary &&
      column.type !== '' &&
      (column.isNullable
        ? ([IconDiamond, 'Can be null'] as const)
        : ([IconDiamondFilled, 'Not null'] as const)),
  ].filter((mark) => mark !== false);
  return (
    <span className={classes.marks}>
      {marks.slice(0, 3).map(([Mark, label]) => (
        <span key={label} title={label} role="img" aria-label={label}>
          <Mark size={12} stroke={1.75} aria-hidden="true" />
        </span>
      ))}
    </span>
  );
}
