import type { GridColumn, GridReference } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { orpc } from '../../../api/client.ts';
import { cellPreview } from '../../../ui/data-grid/cell-text.ts';
import { DebouncedSearch } from '../../../ui/fields/debounced-search.tsx';
import { searchOfView, type ViewFilter } from '../view/table-view.ts';
import { checkValue } from './check-value.ts';
import classes from './reference-picker.module.css';

interface ReferencePickerProps {
  projectRef: string;
  reference: GridReference;
  /** The value of this column is chosen. */
  column: string;
  value: string | null;
  onChoose: (value: string | null) => void;
}

/** Columns of the other table that are shown beside its key. */
const SHOWN_COLUMNS = 3;
const SHOWN_ROWS = 20;

/** The rows that a foreign key may point at, to search and choose from. */
export function ReferencePicker({
  projectRef: ref,
  reference,
  column,
  value,
  onChoose,
}: ReferencePickerProps) {
  const [search, setSearch] = useState('');
  const id = String(reference.other_table_id);
  const table = useQuery({ ...orpc.tableRows.table.queryOptions({ input: { ref, id } }), retry: false });
  const target = reference.other_columns[reference.columns.indexOf(column)] ?? '';
  const filter = table.data === undefined ? null : searchFilter(table.data.columns, target, search);
  const rows = useQuery({
    ...orpc.tableRows.list.queryOptions({
      input: { ref, id, limit: SHOWN_ROWS, filters: filter === null ? [] : [filter] },
    }),
    enabled: table.data !== undefined,
    retry: false,
  });
  const error = table.error ?? rows.error;
  const places = shownPlaces(rows.data?.columns ?? [], target);
  const place = rows.data?.columns.indexOf(target) ?? -1;
  return (
    <div className={classes.picker}>
      <div className={classes.head}>
        <span>
          Rows of <strong>{reference.other_table}</strong>
        </span>
        {value !== null && (
          <Link
            to="/project/$ref/editor/$id"
            params={{ ref, id }}
            search={searchOfView({ sorts: [], filters: [{ column: target, operator: '=', value }] })}
          >
            Open the row
          </Link>
        )}
      </div>
      <DebouncedSearch label={`Search ${reference.other_table}`} value={search} onChange={setSearch} />
      {error !== null && <p className={classes.note}>{toApiError(error).message}</p>}
      {rows.data !== undefined && rows.data.rows.length === 0 && (
        <p className={classes.note}>No row found.</p>
      )}
      <ul className={classes.rows} aria-label={`Rows of ${reference.other_table}`}>
        {rows.data?.rows.map((row) => {
          const own = row[place] ?? null;
          return (
            <li key={own ?? ''}>
              <button
                type="button"
                aria-pressed={own === value}
                disabled={own === null}
                onClick={() => onChoose(own)}
              >
                {places.map((one) => (
                  <span key={one} data-key={one === place || undefined}>
                    {row[one] == null ? 'NULL' : cellPreview(row[one], '')}
                  </span>
                ))}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The key, and the columns after it that fit. */
function shownPlaces(columns: readonly string[], target: string): number[] {
  const place = columns.indexOf(target);
  const others = columns
    .keys()
    .filter((one) => one !== place)
    .take(SHOWN_COLUMNS);
  return place < 0 ? [...others] : [place, ...others];
}

/** Finds rows by their key where the text can be one, else by the first column that holds text. */
function searchFilter(columns: readonly GridColumn[], target: string, search: string): ViewFilter | null {
  const text = search.trim();
  if (text === '') return null;
  const key = columns.find(({ name }) => name === target);
  if (key !== undefined && key.kind !== 'text' && checkValue(key, text) === null && /\d/.test(text))
    return { column: target, operator: '=', value: text };
  const words = columns.find(({ kind }) => kind === 'text');
  if (words === undefined) return key === undefined ? null : { column: target, operator: '=', value: text };
  return { column: words.name, operator: '~~*', value: `%${text.replaceAll(/[\\%_]/g, '\\$&')}%` };
}
