import type { GridTable } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useOpenSnippet } from '../../../query/use-open-snippet.ts';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import classes from './panels.module.css';
import { SidePanel } from './side-panel.tsx';

interface SqlPanelProps {
  projectRef: string;
  table: GridTable;
  /** Null: no rows were read yet. */
  sql: string | null;
  onClose: () => void;
}

/** The statement that read the rows. */
export function SqlPanel({ projectRef, table, sql, onClose }: SqlPanelProps) {
  const openSnippet = useOpenSnippet(projectRef);
  return (
    <SidePanel title="SQL behind these rows" onClose={onClose}>
      {sql === null ? (
        <p className={classes.note}>No rows were read yet.</p>
      ) : (
        <>
          <CodeBlock label="SQL of the rows" value={sql} wrap />
          <div>
            <Button size="xs" onClick={() => openSnippet(sql, `Rows of ${table.name}`)}>
              Open in SQL editor
            </Button>
          </div>
        </>
      )}
    </SidePanel>
  );
}
