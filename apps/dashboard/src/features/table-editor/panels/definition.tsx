import type { GridTable } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useOpenSnippet } from '../../../query/use-open-snippet.ts';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import classes from './panels.module.css';

/** The statements that make a table. */
export function Definition({ projectRef, table }: { projectRef: string; table: GridTable }) {
  const openSnippet = useOpenSnippet(projectRef);
  const { definition, name, comment } = table;
  if (definition === null)
    return (
      <div className={classes.page}>
        <EmptyState
          title="It cannot be written out now"
          text="The table is locked, or PostgreSQL cannot read its definition. Try again in a moment."
        />
      </div>
    );
  return (
    <div className={classes.page}>
      {comment !== null && <p className={classes.note}>{comment}</p>}
      <CodeBlock label="definition" value={definition} />
      <div>
        <Button size="xs" onClick={() => openSnippet(definition, name)}>
          Open in SQL editor
        </Button>
      </div>
    </div>
  );
}
