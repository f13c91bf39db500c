import { useEffect, useMemo, useState } from 'react';
import { type Persisted, usePersisted } from '../../../lib/persisted.ts';
import type { Diagram } from './diagram-model.ts';
import { type LayoutInput, layOut, type Positions, withRemembered } from './layout.ts';
import { type ColumnsShown, type Point, TABLE_WIDTH, tableHeight } from './table-shape.ts';

/** So many diagrams of a project are remembered, the latest ones. */
const DIAGRAMS_KEPT = 8;

type Kept = Readonly<Record<string, Positions>>;

/** Where somebody has put tables: by what {@link diagramName} says, then by the table's key. */
const keptPositions: Persisted<Kept> = { topic: 'schema-diagram', fallback: {}, parse: parseKept };

/** All and few columns are two diagrams: tables that fit beside each other folded would cover each other unfolded. */
const diagramName = (schema: string, shown: ColumnsShown) => JSON.stringify([schema, shown]);

/** Where each table stands; null while that is being found out. */
export function useLayout(projectRef: string, schema: string, diagram: Diagram, shown: ColumnsShown) {
  const [kept, keep] = usePersisted(keptPositions, projectRef);
  const name = diagramName(schema, shown);
  const input = useMemo(() => layoutInput(diagram, shown), [diagram, shown]);
  const remembered = kept[name];
  const computed = useComputed(input, remembered === undefined);
  const positions = useMemo(
    () => (remembered === undefined ? computed : withRemembered(input, remembered)),
    [input, remembered, computed],
  );
  return {
    positions,
    isRemembered: remembered !== undefined,
    remember: (next: Positions) => {
      const others = Object.entries(kept).filter(([other]) => other !== name);
      keep(Object.fromEntries([...others.slice(1 - DIAGRAMS_KEPT), [name, next]]));
    },
    forget: () => keep(Object.fromEntries(Object.entries(kept).filter(([other]) => other !== name))),
  };
}

function layoutInput({ tables, links }: Diagram, shown: ColumnsShown): LayoutInput {
  return {
    tables: tables.map((table) => ({
      key: table.key,
      width: TABLE_WIDTH,
      height: tableHeight(table, shown),
    })),
    links: links.map(({ source, target }) => ({ source, target })),
  };
}

function useComputed(input: LayoutInput, isWanted: boolean): Positions | null {
  const [done, setDone] = useState<{ input: LayoutInput; positions: Positions } | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Positions>) => setDone({ input, positions: data });
    // A browser that starts no worker lays out here, even if the page stands still meanwhile.
    worker.onerror = () => setDone({ input, positions: layOut(input) });
    worker.postMessage(input);
    return () => worker.terminate();
  }, [input, isWanted]);
  return done?.input === input ? done.positions : null;
}

function parseKept(stored: unknown): Kept | null {
  if (!isRecord(stored)) return null;
  return Object.fromEntries(
    Object.entries(stored).flatMap(([name, positions]) =>
      isRecord(positions)
        ? [[name, Object.fromEntries(Object.entries(positions).filter(([, at]) => isPoint(at)))]]
        : [],
    ),
  ) as Kept;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPoint(value: unknown): value is Point {
  return isRecord(value) && Number.isFinite(value.x) && Number.isFinite(value.y);
}
