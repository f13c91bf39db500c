import { Button } from '@mantine/core';
import type { ApiError } from '../../api/api-error.ts';
import { Notice } from '../../ui/pages/notice.tsx';

interface Said {
  detail?: string | null;
  hint?: string | null;
  code?: string;
}

/** What the server says, in the database's words. */
export function Failure({ error, onReload }: { error: ApiError; onReload?: () => void }) {
  const { detail, hint, code } = (error.details ?? {}) as Said;
  return (
    <Notice
      tone="danger"
      title="The table was not saved. Nothing has changed."
      actions={
        error.code === 'conflict' &&
        onReload !== undefined && (
          <Button size="xs" onClick={onReload}>
            Load again
          </Button>
        )
      }
    >
      <p>
        {error.message}
        {code !== undefined && ` (${code})`}
      </p>
      {detail && <p>{detail}</p>}
      {hint && <p>{hint}</p>}
    </Notice>
  );
}
