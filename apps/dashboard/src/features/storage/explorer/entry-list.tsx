import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react';
import { byteSize } from '../../../lib/format/byte-size.ts';
import { useVisibleRange } from '../../../ui/lists/use-visible-range.ts';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import { EntryIcon } from './entry-icon.tsx';
import classes from './entry-list.module.css';
import { type EntryCommand, readListKey } from './list-keys.ts';
import type { Selection, SelectionEvent } from './selection.ts';
import type { FolderEntry } from './use-folder.ts';

const ROW = 36;

interface EntryListProps {
  label: string;
  entries: readonly FolderEntry[];
  /** Whether `entries` is all that there is. */
  isComplete: boolean;
  onNearEnd: () => void;
  /** wide: with size, type and date. narrow: a column of names. ancestor: one in which nothing is chosen. */
  look: 'wide' | 'narrow' | 'ancestor';
  selection: Selection;
  onSelect: (event: SelectionEvent) => void;
  /** The file that is shown beside, or the folder that is open in the next column. */
  openPath: string | null;
  onOpen: (entry: FolderEntry) => void;
  onCommand: (command: EntryCommand) => void;
  /** Takes the keyboard as soon as it is there. */
  takesFocus?: boolean;
}

/** The entries of a folder, of which only those in sight are drawn. One stop of the tab key: arrows go from entry to entry. */
export function EntryList(props: EntryListProps) {
  const { label, entries, isComplete, onNearEnd, look, selection, onSelect, openPath, onOpen } = props;
  const { onCommand, takesFocus = false } = props;
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const at = entries.findIndex(({ path }) => path === selection.active);
  const shownIndex = at === -1 ? entries.findIndex(({ path }) => path === openPath) : at;
  const { first, last, onScroll } = useVisibleRange(
    frame,
    { count: entries.length, itemHeight: ROW, shownIndex },
    onNearEnd,
  );
  useEffect(() => {
    if (takesFocus) frame.current?.focus();
  }, [takesFocus]);

  function go(to: number, extend: boolean) {
    const entry = entries[to];
    if (entry !== undefined) onSelect({ type: 'moved', to: entry.path, extend });
  }

  function press(event: KeyboardEvent) {
    const found = readListKey(event, at, entries.length);
    const active = entries[at];
    if (found === null || (found.type === 'clear' && selection.chosen.size === 0)) return;
    event.preventDefault();
    if (found.type === 'go') return go(found.to, found.extend);
    if (found.type === 'command') return onCommand(found.command);
    if (found.type === 'all') return onSelect({ type: 'all' });
    if (found.type === 'clear') return onSelect({ type: 'cleared' });
    if (active === undefined) return;
    if (found.type === 'toggle') return onSelect({ type: 'toggled', path: active.path });
    if (found.type === 'open' || active.isFolder) onOpen(active);
  }

  function click(event: MouseEvent, entry: FolderEntry) {
    const isBox = (event.target as Element).closest('[data-check]') !== null;
    if (event.shiftKey) return onSelect({ type: 'extended', to: entry.path });
    if (isBox || event.ctrlKey || event.metaKey) return onSelect({ type: 'toggled', path: entry.path });
    onSelect({ type: 'moved', to: entry.path, extend: false });
    onOpen(entry);
  }

  return (
    <div
      ref={frame}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable
      aria-activedescendant={at === -1 ? undefined : `${id}-${at}`}
      className={classes.frame}
      data-look={look}
      onScroll={onScroll}
      onKeyDown={press}
      onFocus={() => {
        if (at === -1 && shownIndex === -1) go(0, false);
      }}
    >
      <div role="none" className={classes.body} style={{ height: entries.length * ROW }}>
        {entries.slice(first, last).map((entry, place) => {
          const index = first + place;
          const { path, name, isFolder, size, mime_type, updated_at } = entry;
          const isChosen = selection.chosen.has(path);
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the active entry
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list hears the keys
            <div
              key={path}
              id={`${id}-${index}`}
              role="option"
              aria-selected={isChosen}
              aria-setsize={isComplete ? entries.length : -1}
              aria-posinset={index + 1}
              className={classes.row}
              data-active={index === at || undefined}
              data-open={path === openPath || undefined}
              style={{ transform: `translateY(${index * ROW}px)` }}
              onClick={(event) => click(event, entry)}
            >
              <span
                className={classes.check}
                data-check={look !== 'ancestor' || undefined}
                aria-hidden="true"
              >
                {look !== 'ancestor' && (
                  <span className={classes.box}>{isChosen && <IconCheck size={12} stroke={2.5} />}</span>
                )}
              </span>
              <EntryIcon entry={entry} />
              <span className={classes.name} title={name}>
                {name}
                {isFolder && <span className="visually-hidden"> (folder)</span>}
              </span>
              {look === 'wide' && (
                <>
                  <span className={classes.size}>{size === null ? '' : byteSize(size)}</span>
                  <span className={classes.type} title={mime_type ?? undefined}>
                    {isFolder ? 'Folder' : (mime_type ?? 'Unknown')}
                  </span>
                  <span className={classes.date}>{updated_at !== null && <TimeAgo date={updated_at} />}</span>
                </>
              )}
              {look !== 'wide' && isFolder && <IconChevronRight size={14} stroke={1.75} aria-hidden="true" />}
            </div>
          );
        })}
      </div>
    </div>
  );
}
