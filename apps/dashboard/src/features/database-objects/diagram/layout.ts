import dagre from '@dagrejs/dagre';
import type { Point } from './table-shape.ts';

/** What the layout knows of a diagram; it is sent to the worker. */
export interface LayoutInput {
  tables: readonly { key: string; width: number; height: number }[];
  links: readonly { source: string; target: string }[];
}

export type Positions = Readonly<Record<string, Point>>;

/** Larger groups take dagre many seconds. */
const LARGEST_GROUP = 120;
const GAP = 64;
/** Between the tables of a group, across: there the links run. */
const LANE = 120;

interface Box {
  positions: Record<string, Point>;
  width: number;
  height: number;
}

/**
 * Places for tables, so that none covers another. Tables with keys between them stand together, those that refer left of those that
 * are referred to; tables without keys are a block of their own at the end.
 */
export function layOut({ tables, links }: LayoutInput): Positions {
  const groups = groupsOf(tables, links);
  const linked = groups.filter((group) => group.length > 1).sort((a, b) => b.length - a.length);
  const alone = groups.filter((group) => group.length === 1).flat();
  const boxes = linked.map((group) => {
    const keys = new Set(group.map(({ key }) => key));
    const inside = links.filter(({ source, target }) => keys.has(source) && keys.has(target));
    return group.length <= LARGEST_GROUP ? byDagre(group, inside) : byDistance(group, inside);
  });
  return pack([...boxes, ...(alone.length === 0 ? [] : [inColumns(alone)])]);
}

type Table = LayoutInput['tables'][number];

/** Tables that can be reached from each other. */
function groupsOf(tables: LayoutInput['tables'], links: LayoutInput['links']): Table[][] {
  const beside = besides(links);
  const left = new Map(tables.map((table) => [table.key, table]));
  const groups: Table[][] = [];
  for (const first of tables) {
    if (!left.delete(first.key)) continue;
    const group = [first];
    for (const { key } of group) {
      for (const other of beside.get(key) ?? []) {
        const table = left.get(other);
        if (table === undefined) continue;
        left.delete(other);
        group.push(table);
      }
    }
    groups.push(group);
  }
  return groups;
}

function besides(links: LayoutInput['links']): Map<string, Set<string>> {
  const beside = new Map<string, Set<string>>();
  const add = (from: string, to: string) => {
    const known = beside.get(from);
    if (known === undefined) beside.set(from, new Set([to]));
    else known.add(to);
  };
  for (const { source, target } of links) {
    add(source, target);
    add(target, source);
  }
  return beside;
}

function byDagre(group: readonly Table[], links: LayoutInput['links']): Box {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: GAP / 2, ranksep: LANE });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { key, width, height } of group) graph.setNode(key, { width, height });
  for (const { source, target } of links) if (source !== target) graph.setEdge(source, target);
  dagre.layout(graph);
  const positions: Record<string, Point> = {};
  for (const { key, width, height } of group) {
    const { x = 0, y = 0 } = graph.node(key) as Partial<Point>;
    positions[key] = { x: Math.round(x - width / 2), y: Math.round(y - height / 2) };
  }
  return boxOf(group, positions);
}

/** For groups that are too large for dagre: columns by how far a table is from the one with most keys. */
function byDistance(group: readonly Table[], links: LayoutInput['links']): Box {
  const beside = besides(links);
  const degree = ({ key }: Table) => beside.get(key)?.size ?? 0;
  const first = group.reduce((best, table) => (degree(table) > degree(best) ? table : best));
  const byKey = new Map(group.map((table) => [table.key, table]));
  let layer: Table[] = [first];
  byKey.delete(first.key);
  const columns: Table[][] = [];
  while (layer.length > 0) {
    columns.push(layer);
    const next: Table[] = [];
    for (const { key } of layer)
      for (const other of beside.get(key) ?? []) {
        const table = byKey.get(other);
        if (table === undefined) continue;
        byKey.delete(other);
        next.push(table);
      }
    layer = next;
  }
  const positions: Record<string, Point> = {};
  let x = 0;
  for (const column of columns) {
    const block = inColumns(column);
    for (const [key, at] of Object.entries(block.positions)) positions[key] = { x: at.x + x, y: at.y };
    x += block.width + LANE;
  }
  return boxOf(group, positions);
}

/** A block about as wide as high, column by column. */
function inColumns(tables: readonly Table[]): Box {
  const area = tables.reduce((sum, { width, height }) => sum + (width + GAP) * (height + GAP), 0);
  const limit = Math.sqrt(area / 1.5);
  const positions: Record<string, Point> = {};
  let [x, y] = [0, 0];
  for (const { key, width, height } of tables) {
    if (y > 0 && y + height > limit) [x, y] = [x + width + GAP, 0];
    positions[key] = { x, y };
    y += height + GAP / 2;
  }
  return boxOf(tables, positions);
}

function boxOf(tables: readonly Table[], positions: Record<string, Point>): Box {
  let [width, height] = [0, 0];
  for (const table of tables) {
    const at = positions[table.key] ?? { x: 0, y: 0 };
    width = Math.max(width, at.x + table.width);
    height = Math.max(height, at.y + table.height);
  }
  return { positions, width, height };
}

/** Sets boxes beside each other in rows, the whole about half as high as wide. */
function pack(boxes: readonly Box[]): Positions {
  const area = boxes.reduce((sum, { width, height }) => sum + (width + GAP) * (height + GAP), 0);
  const limit = Math.max(Math.sqrt(area * 2), ...boxes.map(({ width }) => width));
  const placed: Record<string, Point> = {};
  let [x, y, rowHeight] = [0, 0, 0];
  for (const box of boxes) {
    if (x > 0 && x + box.width > limit) [x, y, rowHeight] = [0, y + rowHeight + GAP * 1.5, 0];
    for (const [key, at] of Object.entries(box.positions)) placed[key] = { x: at.x + x, y: at.y + y };
    x += box.width + GAP * 1.5;
    rowHeight = Math.max(rowHeight, box.height);
  }
  return placed;
}

/** The places that are remembered; tables that have none yet stand in a block below them. */
export function withRemembered({ tables }: LayoutInput, remembered: Positions): Positions {
  const known = tables.filter(({ key }) => Object.hasOwn(remembered, key));
  const fresh = tables.filter(({ key }) => !Object.hasOwn(remembered, key));
  const places: Record<string, Point> = {};
  let [left, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { key, height } of known) {
    const at = remembered[key] ?? { x: 0, y: 0 };
    places[key] = at;
    left = Math.min(left, at.x);
    bottom = Math.max(bottom, at.y + height);
  }
  for (const [key, at] of Object.entries(inColumns(fresh).positions))
    places[key] = { x: at.x + left, y: at.y + bottom + GAP };
  return places;
}
