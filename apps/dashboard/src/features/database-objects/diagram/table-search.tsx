import { useState } from 'react';
import { DebouncedSearch } from '../../../ui/fields/debounced-search.tsx';
import { useObjectSearch } from '../shared/object-search.ts';
import type { Diagram } from './diagram-model.ts';
import classes from './schema-diagram.module.css';

interface TableSearchProps {
  diagram: Diagram;
  onMark: (key: string | null) => void;
}

/** Finds tables by a part of their name or of a column's, and goes from one to the next with Enter. */
export function TableSearch({ diagram, onMark }: TableSearchProps) {
  const [{ q = '' }, change] = useObjectSearch();
  const [place, setPlace] = useState(0);
  const found = findTables(diagram, q);
  const go = (to: number, matches: readonly string[]) => {
    const at = matches.length === 0 ? 0 : (to + matches.length) % matches.length;
    setPlace(at);
    onMark(matches[at] ?? null);
  };
  return (
    <>
      <search
        className={classes.search}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          go(place + (event.shiftKey ? -1 : 1), found);
        }}
      >
        <DebouncedSearch
          label="Find a table"
          value={q}
          onChange={(next) => {
            change({ q: next === '' ? undefined : next });
            go(0, findTables(diagram, next));
          }}
        />
      </search>
      <span className={classes.found} aria-live="polite">
        {q !== '' && (found.length === 0 ? 'No table matches' : `${place + 1} of ${found.length}`)}
      </span>
    </>
  );
}

/** Keys of the tables that match, those whose own name does first. */
export function findTables({ tables }: Diagram, text: string): string[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const named = tables.filter(({ schema, name }) => `${schema}.${name}`.toLowerCase().includes(wanted));
  const others = tables.filter(
    (table) =>
      !named.includes(table) && table.columns.some(({ name }) => name.toLowerCase().includes(wanted)),
  );
  return [...named, ...others].map(({ key }) => key);
}
