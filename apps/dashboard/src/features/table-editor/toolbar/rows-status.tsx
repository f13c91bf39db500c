import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { type RowsWanted, useRowCount } from '../rows/use-rows.ts';
import classes from './toolbar.module.css';

interface RowsStatusProps {
  wanted: RowsWanted;
  loaded: number;
  hasMore: boolean;
  isLoading: boolean;
  firstPlace: number;
  milliseconds: number | null;
  /** What was saved last, in words. */
  saved: string | null;
  onGoTo: (place: number) => void;
  onRefresh: () => void;
  onShowSql: () => void;
}

/** How many rows there are, where one is, and how to get to another place. */
export function RowsStatus(props: RowsStatusProps) {
  const {
    wanted,
    loaded,
    hasMore,
    isLoading,
    firstPlace,
    milliseconds,
    saved,
    onGoTo,
    onRefresh,
    onShowSql,
  } = props;
  const [isExact, setExact] = useState(false);
  const [place, setPlace] = useState('');
  const { data, isFetching, isError } = useRowCount(wanted, isExact);
  const knowsAll = !hasMore && firstPlace === 0;
  const goTo = () => {
    const row = Number(place.replaceAll(/[,\s]/g, ''));
    if (Number.isSafeInteger(row) && row > 0) onGoTo(row - 1);
  };
  return (
    <footer className={classes.status}>
      <button type="button" aria-label="Read the rows again" title="Read the rows again" onClick={onRefresh}>
        <IconRefresh size={14} stroke={1.75} aria-hidden="true" />
      </button>
      <p role="status">
        {knowsAll ? rowsText(loaded) : countText(data, isExact && isFetching, isError)}
        {firstPlace > 0 && `, from row ${(firstPlace + 1).toLocaleString('en')}`}
        {!knowsAll && loaded > 0 && `, ${loaded.toLocaleString('en')} loaded`}
        {isLoading && ', loading…'}
        {saved !== null && `. ${saved}`}
      </p>
      {!knowsAll && data?.is_exact !== true && (
        <button type="button" onClick={() => setExact(true)} disabled={isFetching}>
          Count exactly
        </button>
      )}
      <span className={classes.space} />
      <label>
        Go to row{' '}
        <input
          inputMode="numeric"
          size={8}
          value={place}
          onChange={(event) => setPlace(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') goTo();
          }}
        />
      </label>
      <button type="button" onClick={onShowSql}>
        SQL
      </button>
      {milliseconds !== null && (
        <span className={classes.time}>
          {milliseconds.toLocaleString('en', { maximumFractionDigits: 1 })} ms
        </span>
      )}
    </footer>
  );
}

function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`;
}

function countText(
  count: { rows: number | null; is_exact: boolean } | undefined,
  isCounting: boolean,
  isError: boolean,
): string {
  if (isCounting) return 'Counting…';
  if (isError) return 'Not counted';
  if (count === undefined) return 'Rows';
  if (count.rows === null) return count.is_exact ? 'Counting takes too long' : 'An unknown number of rows';
  return count.is_exact ? rowsText(count.rows) : `About ${rowsText(count.rows)}`;
}
