import { type Edge, type EdgeProps, useInternalNode } from '@xyflow/react';
import { memo } from 'react';
import type { DiagramLink } from './diagram-model.ts';
import classes from './schema-diagram.module.css';
import type { TableNodeType } from './table-node.tsx';
import { columnMiddle, linkPaths } from './table-shape.ts';

export type LinkEdgeType = Edge<{ link: DiagramLink; look: 'plain' | 'marked' | 'faint' }, 'link'>;

/** A foreign key, from the column that refers to the one that is referred to. */
export const LinkEdge = memo(function LinkEdge({ source, target, data }: EdgeProps<LinkEdgeType>) {
  const from = useInternalNode<TableNodeType>(source);
  const to = useInternalNode<TableNodeType>(target);
  if (from === undefined || to === undefined || data === undefined) return null;
  const { link, look } = data;
  const { line, ends } = linkPaths(
    link,
    place(from.internals.positionAbsolute, columnMiddle(from.data.table, from.data.shown, link.sourceColumn)),
    place(to.internals.positionAbsolute, columnMiddle(to.data.table, to.data.shown, link.targetColumn)),
  );
  return (
    <g className={classes.link} data-look={look}>
      <title>{`${link.constraint}: ${link.sourceColumn} → ${link.targetColumn}, on delete ${link.onDelete}`}</title>
      <path d={line} className={classes.reach} />
      <path d={line} />
      <path d={ends} />
    </g>
  );
});

const place = ({ x, y }: { x: number; y: number }, below: number) => ({ x, y: y + below });
