import { Button, type ButtonProps } from '@mantine/core';
import { useOpenSnippet } from '../../query/use-open-snippet.ts';

interface OpenInEditorProps extends Pick<ButtonProps, 'variant' | 'size'> {
  projectRef: string;
  sql: string;
  /** Of the new snippet. */
  name: string;
}

/** Opens the SQL editor with a text as a new snippet. */
export function OpenInEditor({ projectRef, sql, name, ...look }: OpenInEditorProps) {
  const openSnippet = useOpenSnippet(projectRef);
  return (
    <Button {...look} onClick={() => openSnippet(sql, name)}>
      Open in SQL editor
    </Button>
  );
}
