import { IconCopy } from '@tabler/icons-react';
import { showToast } from '../../lib/toast.ts';
import { Dropdown } from '../../ui/dropdown.tsx';
import item from '../../ui/menu-item.module.css';
import { writeClipboard } from '../../ui/write-clipboard.ts';
import classes from './copy-result-menu.module.css';
import { resultAsCsv, resultAsJson, resultAsMarkdown } from './result-export.ts';
import type { Field, Row } from './run-output.ts';

interface CopyResultMenuProps {
  fields: readonly Field[];
  rows: readonly Row[];
}

const FORMATS = { CSV: resultAsCsv, JSON: resultAsJson, Markdown: resultAsMarkdown } as const;
type Format = keyof typeof FORMATS;

/** Takes the rows that are shown elsewhere. */
export function CopyResultMenu({ fields, rows }: CopyResultMenuProps) {
  const copy = async (format: Format) => {
    const count = `${rows.length.toLocaleString('en-US')} ${rows.length === 1 ? 'row' : 'rows'}`;
    const isCopied = await writeClipboard(FORMATS[format](fields, rows));
    if (isCopied) await showToast('done', `Copied ${count} as ${format}`);
    else
      await showToast(
        'failed',
        'Failed to copy: this browser does not allow it. Download the CSV file instead.',
      );
  };
  const download = () => saveFile('results.csv', 'text/csv', resultAsCsv(fields, rows));

  return (
    <Dropdown
      label="Copy or download the results"
      align="end"
      className={classes.button}
      trigger={
        <>
          <IconCopy size={14} stroke={1.75} aria-hidden /> Copy
        </>
      }
    >
      {(close) => {
        const entry = (label: string, act: () => void) => (
          <button
            type="button"
            className={item.item}
            onClick={() => {
              close();
              act();
            }}
          >
            {label}
          </button>
        );
        return (
          <div className={classes.list}>
            {entry('Copy as CSV', () => void copy('CSV'))}
            {entry('Copy as JSON', () => void copy('JSON'))}
            {entry('Copy as Markdown', () => void copy('Markdown'))}
            {entry('Download CSV', download)}
          </div>
        );
      }}
    </Dropdown>
  );
}

function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
