import { IconCopy } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import item from '../../ui/menu-item.module.css';
import { Dropdown } from '../../ui/menus/dropdown.tsx';
import bar from '../bar-button.module.css';
import type { Run } from '../run/run-machine.ts';
import type { ResultSet } from '../run/run-output.ts';
import classes from './copy-result-menu.module.css';
import { downloadRows } from './download-rows.ts';
import { type CopyFormat, copyRows } from './result-export.ts';
import { type ResultShortcut, resultShortcut, shortcutLabel } from './result-shortcut.ts';

interface CopyResultMenuProps {
  run: Run;
  shown: ResultSet;
  /** Listens to the keys too; only one result of a page can. */
  hasShortcuts?: boolean;
  /** Without a word on the button. */
  isIcon?: boolean;
}

const FORMATS: Record<Exclude<ResultShortcut, 'download'>, CopyFormat> = {
  markdown: 'Markdown',
  json: 'JSON',
  csv: 'CSV',
};

const ENTRIES: readonly { key: ResultShortcut; label: string }[] = [
  { key: 'markdown', label: 'Copy as Markdown' },
  { key: 'json', label: 'Copy as JSON' },
  { key: 'csv', label: 'Copy as CSV' },
  { key: 'download', label: 'Download CSV' },
];

/** Takes the rows that are shown elsewhere. */
export function CopyResultMenu({ run, shown, hasShortcuts = false, isIcon = false }: CopyResultMenuProps) {
  const act = (key: ResultShortcut) => {
    if (key === 'download') void downloadRows(run, shown);
    else void copyRows(FORMATS[key], shown.fields ?? [], shown.rows);
  };
  useShortcuts(hasShortcuts, act);
  return (
    <Dropdown
      label="Copy or download the results"
      align="end"
      className={bar.button}
      trigger={
        <>
          <IconCopy size={14} stroke={1.75} aria-hidden />
          {!isIcon && <span className={bar.word}>Copy</span>}
        </>
      }
    >
      {(close) => (
        <div className={classes.list}>
          {ENTRIES.map(({ key, label }) => (
            <button
              key={key}
              type="button"
              className={item.item}
              onClick={() => {
                close();
                act(key);
              }}
            >
              {label}
              {hasShortcuts && (
                <kbd className={classes.keys} aria-hidden>
                  {shortcutLabel(key)}
                </kbd>
              )}
            </button>
          ))}
        </div>
      )}
    </Dropdown>
  );
}

function useShortcuts(isOn: boolean, act: (key: ResultShortcut) => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      const key = resultShortcut(event);
      if (key === null || event.defaultPrevented) return;
      event.preventDefault();
      latest.current(key);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOn]);
}
