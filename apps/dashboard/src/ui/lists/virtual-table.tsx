import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useSingleKeys } from '../../lib/single-keys.ts';
import classes from './virtual-table.module.css';

export interface VirtualColumn<Row> {
  key: string;
  header: string;
  /** The header is heard and not seen: what stands below says by itself what it is. */
  hidesHeader?: boolean;
  render: (row: Row) => ReactNode;
  /** As a track of a grid, such as `120px` or `minmax(0, 1fr)`. */
  width: string;
  align?: 'right';
  /** Left out where the screen is narrow. */
  isMinor?: boolean;
}

interface VirtualTableProps<Row> {
  /** Names the table for those who do not see it. */
  label: string;
  /** The first one has the link or button that opens the row. */
  columns: readonly VirtualColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The row that is open now. */
  openKey?: string | null;
  /** A heading that spans the table, in the place of its columns; null for other rows. */
  spanning?: (row: Row) => ReactElement | null;
  /** Called when the end comes near. */
  onEnd?: () => void;
}

const ROW = 44;
/** The head stays in sight. */
const HEAD = 33;
/** Rows drawn beyond those that are seen. */
const BEYOND = 10;

/**
 * A table of any length, of which only what is seen is drawn. It scrolls with the page; arrow keys go from row to row, j and k from
 * one that is no heading to the next.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, columns, rows, rowKey, openKey = null, spanning, onEnd } = props;
  const body = useRef<HTMLDivElement>(null);
  const [from, to] = useSeenRows(body, rows.length);
  /** The row that is to have the focus as soon as it is drawn. */
  const wanted = useRef<number | null>(null);
  const reachEnd = useEffectEvent(() => onEnd?.());
  const isNearEnd = to >= rows.length;
  const count = rows.length;
  useEffect(() => {
    if (isNearEnd && count > 0) reachEnd();
  }, [isNearEnd, count]);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const row = body.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"] :is(a, button)`);
    if (row === null || row === undefined) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = rowOf(event.target);
    if (step === undefined || at === null || (event.target as HTMLElement).matches('input, select')) return;
    // A press may come before the row that the last one asked for is drawn.
    const next = (wanted.current ?? at) + step;
    if (rows[next] === undefined) return;
    event.preventDefault();
    go(next);
  }

  useSingleKeys((key, event) => {
    const step = { j: 1, k: -1 }[key];
    if (step === undefined || body.current === null) return;
    const { activeElement } = document;
    const isHere = body.current.contains(activeElement);
    // Another table has the keys while the focus is in it.
    if (!isHere && activeElement?.closest('[role=table]') != null) return;
    const at = wanted.current ?? (isHere ? rowOf(activeElement) : null) ?? -1;
    let next = at + step;
    while (rows[next] !== undefined && (spanning?.(rows[next] as Row) ?? null) !== null) next += step;
    if (rows[next] === undefined) return;
    event.preventDefault();
    go(next);
  });

  /** Gives a row the focus, at once or when it is drawn. */
  function go(index: number) {
    const row = body.current?.querySelector<HTMLElement>(`[data-row="${index}"]`);
    const target = row?.querySelector<HTMLElement>('a, button');
    wanted.current = target ? null : index;
    if (!target) return body.current === null ? undefined : scrollTo(body.current, index);
    row?.scrollIntoView({ block: 'nearest' });
    target.focus({ preventScroll: true });
  }

  const tracks = {
    '--tracks': columns.map(({ width }) => width).join(' '),
    '--few-tracks': columns
      .filter(({ isMinor }) => isMinor !== true)
      .map(({ width }) => width)
      .join(' '),
  } as React.CSSProperties;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are not drawn have no place in a table element
    <div
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      className={classes.table}
      style={tracks}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowgroup" className={classes.head}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the links in the rows take the focus */}
        <div role="row" aria-rowindex={1} className={classes.cells}>
          {columns.map(({ key, header, align, isMinor, hidesHeader }) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={key}
              role="columnheader"
              data-align={align}
              data-minor={isMinor}
              className={classes.cell}
            >
              {hidesHeader ? <span className="visually-hidden">{header}</span> : header}
            </div>
          ))}
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div
        ref={body}
        role="rowgroup"
        className={classes.body}
        style={{ height: rows.length * ROW }}
        onKeyDown={move}
      >
        {rows.slice(from, to).map((row, place) => {
          const index = from + place;
          const key = rowKey(row);
          const heading = spanning?.(row) ?? null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={key}
              role="row"
              aria-rowindex={index + 2}
              data-row={index}
              data-open={key === openKey || undefined}
              data-heading={heading !== null || undefined}
              className={classes.row}
              style={{ top: index * ROW }}
            >
              {heading !== null ? (
                // biome-ignore lint/a11y/useSemanticElements: as above
                <div role="cell" aria-colspan={columns.length} className={classes.heading}>
                  {heading}
                </div>
              ) : (
                <div className={classes.cells} role="presentation">
                  {columns.map((column) => (
                    // biome-ignore lint/a11y/useSemanticElements: as above
                    <div
                      key={column.key}
                      role="cell"
                      data-align={column.align}
                      data-minor={column.isMinor}
                      className={classes.cell}
                    >
                      {column.render(row)}
                    </div>
                  ))}
                </div>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The row that something of the page is in. */
function rowOf(target: EventTarget | null): number | null {
  const row = (target as HTMLElement | null)?.closest<HTMLElement>('[data-row]')?.dataset.row;
  return row === undefined ? null : Number(row);
}

/** Scrolls no further than needed to see where a row will be that is not drawn yet. */
function scrollTo(body: HTMLElement, index: number): void {
  const scroller = body.closest('main');
  if (scroller === null) return;
  const seen = scroller.getBoundingClientRect();
  const top = body.getBoundingClientRect().top + index * ROW;
  if (top < seen.top + HEAD) scroller.scrollTop -= seen.top + HEAD - top;
  else if (top + ROW > seen.bottom) scroller.scrollTop += top + ROW - seen.bottom;
}

/** Which rows are seen, with some before and after them. */
function useSeenRows(body: React.RefObject<HTMLDivElement | null>, count: number): readonly [number, number] {
  const [range, setRange] = useState<readonly [number, number]>([0, Math.min(count, 40)]);
  useLayoutEffect(() => {
    const scroller = body.current?.closest('main') ?? null;
    const measure = () => {
      const top = body.current?.getBoundingClientRect().top ?? 0;
      const first = Math.floor(-top / ROW) - BEYOND;
      const from = Math.max(0, Math.min(first, count));
      const to = Math.min(count, Math.max(0, Math.ceil((window.innerHeight - top) / ROW) + BEYOND));
      setRange((before) => (before[0] === from && before[1] === to ? before : [from, to]));
    };
    measure();
    scroller?.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      scroller?.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [body, count]);
  return range;
}
