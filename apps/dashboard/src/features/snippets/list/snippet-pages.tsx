import type { ContentSummary } from '@basalt/contract';
import { Button } from '@mantine/core';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { SnippetRow } from './snippet-row.tsx';
import classes from './snippet-section.module.css';

interface Pages {
  isPending: boolean;
  isError: boolean;
  error: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

interface SnippetPagesProps {
  label: string;
  /** The query behind the list. */
  pages: Pages;
  snippets: readonly ContentSummary[];
  /** Shown when the list is empty. */
  empty: string;
  depth?: number;
}

/** The loaded pages of a list, and a button that loads more. */
export function SnippetPages({ label, pages, snippets, empty, depth = 0 }: SnippetPagesProps) {
  if (pages.isError && snippets.length === 0)
    return (
      <div className={classes.aside}>
        <ErrorState error={pages.error} title="These could not be loaded" onRetry={() => pages.refetch()} />
      </div>
    );
  if (pages.isPending)
    return (
      <div className={classes.aside} aria-busy="true">
        <Skeleton height={14} lines={2} />
      </div>
    );
  return (
    <>
      {snippets.length === 0 && empty !== '' && <p className={classes.empty}>{empty}</p>}
      {snippets.length > 0 && (
        <ul aria-label={label}>
          {snippets.map((item) => (
            <SnippetRow key={item.id} item={item} depth={depth} />
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <div className={classes.aside}>
          <Button
            size="xs"
            fullWidth
            loading={pages.isFetchingNextPage}
            onClick={() => pages.fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      )}
    </>
  );
}
