import '../../theme/dialog.ts';
import { CONTENT_GRACE_DAYS, type ContentType } from '@basalt/contract';
import { Button, Modal } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { orpc } from '../../api/client.ts';
import { ActionRows } from '../../ui/lists/action-row.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './deleted-dialog.module.css';
import { DeletedRow } from './deleted-row.tsx';

interface DeletedDialogProps {
  projectRef: string;
  type: ContentType;
  onClose: () => void;
  /** Something is back. */
  onBack?: () => void;
}

/** One's own snippets or reports that were deleted, each with the way back. */
export function DeletedDialog({ onClose, ...list }: DeletedDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Recently deleted"
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <DeletedList {...list} onOpen={onClose} />
    </Modal>
  );
}

interface DeletedListProps extends Omit<DeletedDialogProps, 'onClose'> {
  onOpen: () => void;
}

function DeletedList({ projectRef, type, onBack, onOpen }: DeletedListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const pages = useDeleted(projectRef, type);
  const items = pages.data?.pages.flatMap(({ data }) => data);
  if (items === undefined && pages.isError)
    return (
      <ErrorState
        error={pages.error}
        title="What was deleted could not be loaded"
        onRetry={() => void pages.refetch()}
      />
    );
  if (items === undefined) return <Skeleton height={40} lines={3} />;
  return (
    <div ref={frame} tabIndex={-1} className={classes.frame}>
      {items.length === 0 ? (
        <EmptyState
          title="Nothing to bring back"
          text={`Nothing was deleted in the last ${CONTENT_GRACE_DAYS} days.`}
        />
      ) : (
        <>
          <p className={classes.intro}>
            What you delete stays here for {CONTENT_GRACE_DAYS} days. Nobody else sees it.
          </p>
          <ActionRows label="Recently deleted">
            {items.map((item) => (
              <DeletedRow
                key={item.id}
                projectRef={projectRef}
                item={item}
                onOpen={onOpen}
                onBack={() => {
                  // The row with the focus goes.
                  frame.current?.focus({ preventScroll: true });
                  onBack?.();
                }}
              />
            ))}
          </ActionRows>
        </>
      )}
      {pages.hasNextPage && (
        <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Load more
        </Button>
      )}
    </div>
  );
}

/** The caller's deleted items that can be brought back, the last deleted first. */
function useDeleted(projectRef: string, type: ContentType) {
  return useInfiniteQuery({
    ...orpc.content.deleted.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ref: projectRef,
        type,
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ cursor }) => cursor ?? undefined,
    }),
    // Deleting does not tell this list: it is asked for whenever it is looked at.
    staleTime: 0,
  });
}
