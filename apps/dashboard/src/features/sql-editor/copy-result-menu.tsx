import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { IconCopy } from '@tabler/icons-react';
import { showToast } from '../../lib/toast.ts';
import { copyText } from '../../ui/data-grid/copy-text.ts';
import { resultAsCsv, resultAsJson, resultAsMarkdown } from './result-export.ts';
import type { Field, Row } from './run-output.ts';

interface CopyResultMenuProps {
  fields: readonly Field[];
  rows: readonly Row[];
}

const FORMATS = { CSV: resultAsCsv, JSON: resultAsJson, Markdown: resultAsMarkdown } as const;

/** Takes the rows that are shown elsewhere. */
export function CopyResultMenu({ fields, rows }: CopyResultMenuProps) {
  const count = `${rows.length.toLocaleString('en-US')} ${rows.length === 1 ? 'row' : 'rows'}`;
  const copy = async (format: keyof typeof FORMATS) => {
    const isCopied = await copyText(FORMATS[format](fields, rows));
    if (isCopied) await showToast('done', `Copied ${count} as ${format}`);
    else
      await showToast(
        'failed',
        'Failed to copy: this browser does not allow it. Download the CSV file instead.',
      );
  };
  return (
    <Menu width={190}>
      <Menu.Target>
        <Button size="xs" variant="subtle" color="gray" leftSection={<IconCopy size={14} />}>
          Copy
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void copy('CSV')}>Copy as CSV</Menu.Item>
        <Menu.Item onClick={() => void copy('JSON')}>Copy as JSON</Menu.Item>
        <Menu.Item onClick={() => void copy('Markdown')}>Copy as Markdown</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => saveFile('results.csv', 'text/csv', resultAsCsv(fields, rows))}>
          Download CSV
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
