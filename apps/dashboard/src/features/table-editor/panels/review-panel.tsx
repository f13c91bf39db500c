import type { GridTable } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useOpenSnippet } from '../../../query/use-open-snippet.ts';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import { cellPreview } from '../../../ui/data-grid/cell-text.ts';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { changesToSave, type PendingRow } from '../changes/pending-changes.ts';
import { isDefault, type NewValue } from '../values/new-value.ts';
import classes from './panels.module.css';
import { SidePanel } from './side-panel.tsx';

interface ReviewPanelProps {
  projectRef: string;
  table: GridTable;
  rows: ReadonlyMap<string, PendingRow>;
  onDrop: (id: string) => void;
  onClose: () => void;
}

/** Rows that are listed at once. */
const SHOWN = 200;
const KINDS = { insert: 'New row', update: 'Changed', delete: 'Deleted' } as const;

/** What will be saved, row by row with before and after, and as the SQL that runs. */
export function ReviewPanel({ projectRef, table, rows, onDrop, onClose }: ReviewPanelProps) {
  const [isSql, setSql] = useState(false);
  const all = [...rows.values()];
  return (
    <SidePanel
      title="Pending changes"
      onClose={onClose}
      foot={
        <Button size="xs" aria-pressed={isSql} onClick={() => setSql(!isSql)}>
          {isSql ? 'Show rows' : 'Show SQL'}
        </Button>
      }
    >
      {isSql ? (
        <ChangesAsSql projectRef={projectRef} table={table} rows={rows} />
      ) : (
        all.slice(0, SHOWN).map((row) => (
          <article key={row.id} className={classes.change} aria-label={`${KINDS[row.kind]} ${keyText(row)}`}>
            <header>
              <strong>{KINDS[row.kind]}</strong>
              <span className={classes.key}>{keyText(row)}</span>
              <Button size="xs" onClick={() => onDrop(row.id)}>
                Drop
              </Button>
            </header>
            {row.kind !== 'delete' &&
              Object.entries(row.values).map(([column, value]) => (
                <div key={column}>
                  <strong>{column}</strong>{' '}
                  {row.kind === 'update' && (
                    <code className={classes.before}>{valueText(row.origin.values[column])}</code>
                  )}{' '}
                  <code>{valueText(value)}</code>
                </div>
              ))}
          </article>
        ))
      )}
      {!isSql && all.length > SHOWN && (
        <p className={classes.note}>And {(all.length - SHOWN).toLocaleString('en')} more rows.</p>
      )}
    </SidePanel>
  );
}

function keyText(row: PendingRow): string {
  if (row.kind === 'insert') return '';
  return Object.entries(row.origin.key)
    .map(([column, value]) => `${column} ${cellPreview(value, '')}`)
    .join(', ');
}

function valueText(value: NewValue | undefined): string {
  if (value === undefined) return '…';
  if (value === null) return 'NULL';
  if (isDefault(value)) return 'DEFAULT';
  return value === '' ? 'EMPTY' : cellPreview(value, '');
}

function ChangesAsSql({ projectRef, table, rows }: Pick<ReviewPanelProps, 'projectRef' | 'table' | 'rows'>) {
  const openSnippet = useOpenSnippet(projectRef);
  const { changes } = changesToSave(rows.values());
  const { data, error, refetch } = useQuery({
    ...orpc.tableRows.preview.queryOptions({
      input: { ref: projectRef, id: String(table.id), changes: changes.slice(0, SHOWN) },
    }),
    enabled: changes.length > 0,
    retry: false,
  });
  if (changes.length === 0) return <p className={classes.note}>There is nothing to save.</p>;
  if (error !== null)
    return <ErrorState error={error} title="The SQL could not be written" onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={18} lines={4} />;
  const sql = [
    'begin;',
    ...data.statements.map((statement) => statement.replace(/;?\s*$/, ';')),
    'commit;',
  ].join('\n');
  return (
    <>
      <CodeBlock label="SQL of the changes" value={sql} wrap />
      {changes.length > SHOWN && (
        <p className={classes.note}>The first {SHOWN} rows are shown; all of them are saved.</p>
      )}
      <div>
        <Button size="xs" onClick={() => openSnippet(sql, `Changes of ${table.name}`)}>
          Open in SQL editor
        </Button>
      </div>
    </>
  );
}
