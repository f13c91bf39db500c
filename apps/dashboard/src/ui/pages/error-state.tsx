import { Button } from '@mantine/core';
import { toApiError } from '../../api/api-error.ts';
import { Notice } from './notice.tsx';

interface ErrorStateProps {
  /** Whatever a query or mutation threw. */
  error: unknown;
  /** What could not be done, such as "The projects could not be loaded". */
  title?: string;
  onRetry?: () => void;
}

/** Says what failed in the server's own words, with the request id for whoever reads the log. */
export function ErrorState({ error, title = 'This could not be loaded', onRetry }: ErrorStateProps) {
  const { message, requestId, status } = toApiError(error);
  return (
    <Notice
      tone="danger"
      title={title}
      actions={
        onRetry !== undefined && (
          <Button size="xs" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      <p>{message}</p>
      {requestId !== null && status >= 500 && (
        <p>
          Request id: <code>{requestId}</code>
        </p>
      )}
    </Notice>
  );
}
