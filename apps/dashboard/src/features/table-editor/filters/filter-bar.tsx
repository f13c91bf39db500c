import type { GridColumn } from '@basalt/contract';
import { IconArrowNarrowDown, IconArrowNarrowUp, IconFilter, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import type { TableView } from '../view/table-view.ts';
import classes from './filter-bar.module.css';
import { choose, complete, EMPTY_ENTRY, operatorWords, stepBack, suggestions } from './filter-entry.ts';

export interface FilterBarHandle {
  /** Begins a filter of this column; null: any. */
  begin: (column: string | null) => void;
}

interface FilterBarProps {
  ref?: Ref<FilterBarHandle>;
  columns: readonly GridColumn[];
  view: TableView;
  onView: (view: TableView) => void;
  /** Escape, when there is nothing to close. */
  onLeave: () => void;
}

/**
 * Filters and sorts of a table, typed one after the other: column, operator, value. Enter chooses, Backspace steps back and at last
 * marks what stands before, which Backspace then removes; arrows move between what is there.
 */
export function FilterBar({ ref, columns, view, onView, onLeave }: FilterBarProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [entry, setEntry] = useState(EMPTY_ENTRY);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  /** The number of the filter or sort that is marked; null: the field has the keys. */
  const [marked, setMarked] = useState<number | null>(null);
  const chips = chipsOf(view);
  const offered = isOpen ? suggestions(entry, columns).slice(0, 100) : [];
  const current = offered[Math.min(active, offered.length - 1)];

  useImperativeHandle(ref, () => ({
    begin(column) {
      setEntry({ ...EMPTY_ENTRY, column });
      setMarked(null);
      setActive(0);
      // Whatever closed for this returns the focus first.
      setTimeout(() => {
        input.current?.focus();
        setOpen(true);
      });
    },
  }));
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active, listId]);

  const take = (next: { entry: typeof entry; view: TableView | null }) => {
    setEntry(next.entry);
    setActive(0);
    if (next.view !== null) onView(next.view);
  };
  const removeMarked = (place: number) => {
    const chip = chips[place];
    if (chip === undefined) return;
    onView(chip.without);
    setMarked(chips.length > 1 ? Math.max(0, place - 1) : null);
  };

  const keysOfMark = (event: KeyboardEvent, place: number): boolean => {
    if (event.key === 'ArrowLeft') setMarked(Math.max(0, place - 1));
    else if (event.key === 'ArrowRight') setMarked(place + 1 < chips.length ? place + 1 : null);
    else if (event.key === 'Backspace' || event.key === 'Delete') removeMarked(place);
    else if (event.key === 'Enter') {
      const chip = chips[place];
      if (chip?.filter !== undefined) {
        const { column, operator, value } = chip.filter;
        onView(chip.without);
        setEntry({ column, operator, text: value });
      } else if (chip !== undefined) onView(chip.turned);
      setMarked(null);
    } else {
      setMarked(null);
      return event.key === 'Escape';
    }
    return true;
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (marked !== null && keysOfMark(event, marked)) return event.preventDefault();
    const isEmpty = entry.text === '';
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (isOpen) setActive((before) => (before + step + offered.length) % Math.max(1, offered.length));
    } else if (
      event.key === 'Enter' ||
      (event.key === 'Tab' && !event.shiftKey && current !== undefined && !isEmpty)
    ) {
      event.preventDefault();
      setOpen(true);
      if (current !== undefined) take(choose(entry, current, view));
      else take(complete(entry, view));
    } else if (event.key === 'Backspace' && isEmpty) {
      event.preventDefault();
      if (entry.column !== null) setEntry(stepBack(entry));
      else if (chips.length > 0) setMarked(chips.length - 1);
    } else if (event.key === 'ArrowLeft' && isEmpty && entry.column === null && chips.length > 0) {
      setMarked(chips.length - 1);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (isOpen) setOpen(false);
      else if (entry !== EMPTY_ENTRY) setEntry(EMPTY_ENTRY);
      else onLeave();
    }
  };

  return (
    <search className={classes.bar} aria-label="Filters and sorting">
      <IconFilter size={15} stroke={1.75} aria-hidden="true" className={classes.icon} />
      <ul className={classes.chips} aria-label="Active filters and sorts" hidden={chips.length === 0}>
        {chips.map(({ id, label, text, ascending }, place) => (
          <li key={id} className={classes.chip} data-marked={place === marked || undefined}>
            {ascending !== undefined &&
              (ascending ? (
                <IconArrowNarrowUp size={13} stroke={2} aria-hidden="true" />
              ) : (
                <IconArrowNarrowDown size={13} stroke={2} aria-hidden="true" />
              ))}
            <span className={classes.words} title={label}>
              {text}
            </span>
            <button
              type="button"
              tabIndex={-1}
              aria-label={`Remove ${label}`}
              onClick={() => removeMarked(place)}
            >
              <IconX size={12} stroke={2} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <span className={classes.entry}>
        {entry.column !== null && <span className={classes.part}>{entry.column}</span>}
        {entry.operator !== null && <span className={classes.part}>{entry.operator}</span>}
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={fieldLabel(entry, marked === null ? null : (chips[marked]?.label ?? null))}
          aria-expanded={offered.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current === undefined ? undefined : `${listId}-${offered.indexOf(current)}`}
          autoComplete="off"
          spellCheck={false}
          placeholder={
            entry.column === null
              ? 'Filter or sort by a column'
              : entry.operator === null
                ? 'Operator'
                : 'Value'
          }
          value={entry.text}
          onChange={(event) => {
            setEntry({ ...entry, text: event.currentTarget.value });
            setOpen(true);
            setActive(0);
            setMarked(null);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => {
            setOpen(false);
            setMarked(null);
          }}
          onKeyDown={keys}
        />
        <div
          id={listId}
          role="listbox"
          aria-label="Suggestions"
          className={classes.list}
          hidden={offered.length === 0}
          // What is clicked must not take the focus from the field.
          onMouseDown={(event) => event.preventDefault()}
        >
          {offered.map((suggestion, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
            <div
              key={suggestion.id}
              id={`${listId}-${place}`}
              role="option"
              aria-selected={suggestion === current}
              className={classes.option}
              onClick={() => take(choose(entry, suggestion, view))}
            >
              <span className={classes.words}>{suggestion.label}</span>
              <span className={classes.hint}>{suggestion.hint}</span>
            </div>
          ))}
        </div>
      </span>
      {chips.length > 0 && (
        <button type="button" className={classes.clear} onClick={() => onView({ filters: [], sorts: [] })}>
          Clear
        </button>
      )}
    </search>
  );
}

function fieldLabel({ column, operator }: typeof EMPTY_ENTRY, marked: string | null): string {
  if (marked !== null) return `${marked}. Backspace removes it, Enter changes it`;
  if (column === null) return 'Filter or sort by a column';
  return operator === null ? `Operator for ${column}` : `Value: ${column} ${operatorWords(operator)}`;
}

function chipsOf(view: TableView) {
  const { filters, sorts } = view;
  return [
    ...filters.map((filter, place) => ({
      id: `filter ${place} ${filter.column}`,
      label: `filter ${filter.column} ${operatorWords(filter.operator)} ${filter.value}`,
      text: `${filter.column} ${filter.operator} ${filter.value === '' ? "''" : filter.value}`,
      filter,
      ascending: undefined,
      without: { sorts, filters: filters.toSpliced(place, 1) },
      turned: view,
    })),
    ...sorts.map((sort, place) => ({
      id: `sort ${sort.column}`,
      label: `sort by ${sort.column} ${sort.ascending ? 'ascending' : 'descending'}`,
      text: sort.column,
      filter: undefined,
      ascending: sort.ascending,
      without: { filters, sorts: sorts.toSpliced(place, 1) },
      turned: { filters, sorts: sorts.with(place, { ...sort, ascending: !sort.ascending }) },
    })),
  ];
}
