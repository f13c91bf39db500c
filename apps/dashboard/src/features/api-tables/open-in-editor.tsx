import { Button, type ButtonProps } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { leavePendingSnippet } from '../../lib/pending-snippet.ts';

interface OpenInEditorProps extends Pick<ButtonProps, 'variant' | 'size'> {
  projectRef: string;
  sql: string;
  /** Of the new snippet. */
  name: string;
}

/** Opens the SQL editor with a text as a new snippet. */
export function OpenInEditor({ projectRef, sql, name, ...look }: OpenInEditorProps) {
  const navigate = useNavigate();
  return (
    <Button
      {...look}
      onClick={() => {
        leavePendingSnippet(projectRef, { sql, name });
        void navigate({ to: '/project/$ref/sql/$id', params: { ref: projectRef, id: 'new' } });
      }}
    >
      Open in SQL editor
    </Button>
  );
}
