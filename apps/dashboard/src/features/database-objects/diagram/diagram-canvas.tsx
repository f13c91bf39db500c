import '@xyflow/react/dist/base.css';
import {
  applyNodeChanges,
  Background,
  Controls,
  MiniMap,
  type NodeChange,
  Position,
  ReactFlow,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type Diagram, type DiagramTable, neighbours } from './diagram-model.ts';
import type { Positions } from './layout.ts';
import { LinkEdge, type LinkEdgeType } from './link-edge.tsx';
import classes from './schema-diagram.module.css';
import { DiagramContext, TableNode, type TableNodeType } from './table-node.tsx';
import { type ColumnsShown, TABLE_WIDTH, tableHeight } from './table-shape.ts';

const NODE_TYPES = { table: TableNode };
const EDGE_TYPES = { link: LinkEdge };
/** Below this zoom only names are drawn. */
const FAR = 0.4;

const WORDS = {
  'node.a11yDescription.default':
    'Enter opens the table. Space marks it with the tables it has keys with; then the arrow keys move it.',
  'node.a11yDescription.keyboardDisabled': 'Enter opens the table.',
  'controls.ariaLabel': 'Zoom',
  'controls.zoomIn.ariaLabel': 'Zoom in',
  'controls.zoomOut.ariaLabel': 'Zoom out',
  'controls.fitView.ariaLabel': 'Show all tables',
  'minimap.ariaLabel': 'Overview of all tables',
};

interface DiagramCanvasProps {
  label: string;
  diagram: Diagram;
  shown: ColumnsShown;
  positions: Positions;
  /** The table that is marked, with its neighbours. */
  marked: string | null;
  onMark: (key: string | null) => void;
  onOpen: (table: DiagramTable) => void;
  onMove: (positions: Positions) => void;
}

/** The drawing: it can be moved, zoomed and walked through with the keyboard. Only what is in sight is in the page. */
export function DiagramCanvas(props: DiagramCanvasProps) {
  const { label, diagram, shown, positions, marked, onMark, onOpen, onMove } = props;
  const [nodes, setNodes] = useState<TableNodeType[]>(() => nodesOf(diagram, shown, positions));
  const [drawn, setDrawn] = useState({ diagram, shown, positions });
  if (drawn.diagram !== diagram || drawn.shown !== shown || drawn.positions !== positions) {
    setDrawn({ diagram, shown, positions });
    setNodes(nodesOf(diagram, shown, positions));
  }
  const beside = useMemo(
    () => (marked === null ? null : neighbours(diagram.links, marked)),
    [diagram, marked],
  );
  const looks = useMemo(
    () =>
      nodes.map((node) => ({
        ...node,
        selected: node.id === marked,
        className: beside === null || beside.has(node.id) ? '' : (classes.faint ?? ''),
      })),
    [nodes, beside, marked],
  );
  const edges = useMemo(() => edgesOf(diagram, marked), [diagram, marked]);
  // Otherwise what an address asks for is in sight first.
  const [isFitted] = useState(marked === null);
  const isFar = useStore(({ transform }) => transform[2] < FAR);
  const actions = useMemo(() => ({ isFar, open: onOpen }), [isFar, onOpen]);
  useLook(marked, nodes);

  const change = (changes: NodeChange<TableNodeType>[]) => {
    // What is marked is ours to say: two that say it would answer each other without end.
    const chosen = changes.find((each) => each.type === 'select' && each.selected);
    if (chosen?.type === 'select') onMark(chosen.id);
    const others = changes.filter((each) => each.type !== 'select');
    if (others.length === 0) return;
    const next = applyNodeChanges(others, nodes);
    setNodes(next);
    const isMoved = changes.some((each) => each.type === 'position' && each.dragging === false);
    if (isMoved) onMove(Object.fromEntries(next.map(({ id, position }) => [id, position])));
  };
  return (
    <DiagramContext value={actions}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the tables in it, which take the focus */}
      <div
        className={classes.canvas}
        onKeyDown={({ key, target }) => {
          if (key === 'Escape') onMark(null);
          if (key !== 'Enter' || !(target instanceof HTMLElement)) return;
          const table = diagram.tables.find((each) => each.key === target.dataset.id);
          if (table !== undefined) onOpen(table);
        }}
      >
        <ReactFlow<TableNodeType, LinkEdgeType>
          aria-label={label}
          nodes={looks}
          edges={edges}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          onNodesChange={change}
          onNodeDoubleClick={(_, { data }) => onOpen(data.table)}
          onPaneClick={() => onMark(null)}
          ariaLabelConfig={WORDS}
          onlyRenderVisibleElements
          nodesConnectable={false}
          edgesFocusable={false}
          deleteKeyCode={null}
          multiSelectionKeyCode={null}
          selectionKeyCode={null}
          zoomOnDoubleClick={false}
          minZoom={0.02}
          maxZoom={2}
          fitView={isFitted}
          fitViewOptions={{ maxZoom: 1, padding: 0.08 }}
          proOptions={{ hideAttribution: true }}
        >
          <Background gap={24} size={1} />
          <Controls showInteractive={false} fitViewOptions={{ maxZoom: 1, padding: 0.08 }} />
          <MiniMap pannable zoomable className={classes.overview ?? ''} />
        </ReactFlow>
      </div>
    </DiagramContext>
  );
}

/** Brings the marked table into sight, wherever it was marked. */
function useLook(marked: string | null, nodes: readonly TableNodeType[]): void {
  const { setCenter, getViewport, getInternalNode } = useReactFlow();
  const frame = useStore(({ width, height }) => ({ width, height }), sameSize);
  const hasRoom = frame.width > 0;
  const look = useEffectEvent((key: string) => {
    const node = nodes.find(({ id }) => id === key);
    if (node === undefined || getInternalNode(key) === undefined) return;
    const { x, y, zoom } = getViewport();
    const [left, top] = [node.position.x * zoom + x, node.position.y * zoom + y];
    const isSeen =
      left >= 0 && top >= 0 && left + TABLE_WIDTH * zoom <= frame.width && top + 40 <= frame.height;
    if (isSeen && zoom >= FAR) return;
    const middle = Math.min(node.height ?? 0, frame.height / 2) / 2;
    void setCenter(node.position.x + TABLE_WIDTH / 2, node.position.y + middle, {
      zoom: Math.max(zoom, 0.8),
      duration: window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250,
    });
  });
  useEffect(() => {
    if (marked !== null && hasRoom) look(marked);
  }, [marked, hasRoom]);
}

const sameSize = (a: { width: number; height: number }, b: { width: number; height: number }) =>
  a.width === b.width && a.height === b.height;

function nodesOf({ tables }: Diagram, shown: ColumnsShown, positions: Positions): TableNodeType[] {
  return tables.map((table) => {
    const height = tableHeight(table, shown);
    const handle = { y: 0, width: 1, height: 1 };
    return {
      id: table.key,
      type: 'table',
      position: positions[table.key] ?? { x: 0, y: 0 },
      width: TABLE_WIDTH,
      height,
      measured: { width: TABLE_WIDTH, height },
      // Nobody can measure tables out of sight and their handles; without them nothing would be shown whole.
      handles: [
        { ...handle, type: 'target', position: Position.Left, x: 0 },
        { ...handle, type: 'source', position: Position.Right, x: TABLE_WIDTH },
      ],
      ariaLabel: `Table ${table.schema}.${table.name}, ${table.columns.length} columns`,
      data: { table, shown },
    };
  });
}

function edgesOf({ links }: Diagram, marked: string | null): LinkEdgeType[] {
  return links.map((link) => {
    const isMarked = link.source === marked || link.target === marked;
    const look = marked === null ? 'plain' : isMarked ? 'marked' : 'faint';
    return { id: link.id, type: 'link', source: link.source, target: link.target, data: { link, look } };
  });
}
