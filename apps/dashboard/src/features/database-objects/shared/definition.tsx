import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useOpenSnippet } from '../../../query/use-open-snippet.ts';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import classes from './details-panel.module.css';

/** A part of the details with its own heading. */
export function Part({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <div className={classes.heading}>
        <h3 id={id}>{title}</h3>
        {actions}
      </div>
      {children}
    </section>
  );
}

interface DefinitionProps {
  projectRef: string;
  /** Of the new snippet. */
  name: string;
  /** Null: it cannot be written out now. Undefined: it is being loaded. */
  sql: string | null | undefined;
  error?: unknown;
}

/** What an object is as SQL, to copy or to go on with in the SQL editor. */
export function Definition({ projectRef, name, sql, error = null }: DefinitionProps) {
  const openSnippet = useOpenSnippet(projectRef);
  return (
    <Part
      title="Definition"
      actions={
        typeof sql === 'string' && (
          <Button size="xs" onClick={() => openSnippet(sql, name)}>
            Open in SQL editor
          </Button>
        )
      }
    >
      {typeof sql === 'string' && <CodeBlock label="SQL of the definition" value={sql} />}
      {sql === undefined && error === null && <Skeleton height={72} radius={6} />}
      {(sql === null || (sql === undefined && error !== null)) && (
        <p className={classes.quiet}>
          The definition cannot be written out now. Something may have a lock on it; try again in a moment.
        </p>
      )}
    </Part>
  );
}
