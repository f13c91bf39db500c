import type { StorageBucket } from '@basalt/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toApiError } from '../../../api/api-error.ts';
import { api, orpc } from '../../../api/client.ts';
import { showToast } from '../../../lib/toast.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

/** What is about to happen to a bucket. */
export interface Removal {
  kind: 'empty' | 'delete';
  bucket: StorageBucket;
}

interface BucketRemovalProps {
  projectRef: string;
  /** Null: nothing is asked. */
  removal: Removal | null;
  onClose: () => void;
}

/** Asks before a bucket is emptied or deleted with all that is in it. */
export function BucketRemoval({ projectRef: ref, removal, onClose }: BucketRemovalProps) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: async ({ kind, bucket: { id } }: Removal) => {
      while (!(await api.storageBuckets.empty({ ref, id })).is_done);
      if (kind === 'delete') await api.storageBuckets.delete({ ref, id });
    },
    onSuccess: (_, { kind, bucket: { name } }) => {
      void showToast('done', kind === 'delete' ? `Deleted the bucket ${name}` : `Emptied the bucket ${name}`);
      onClose();
    },
    onError: (error, { kind, bucket: { name } }) => {
      const what = kind === 'delete' ? 'deleted' : 'emptied';
      void showToast('failed', `${name} was not ${what}: ${toApiError(error).message}`);
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: orpc.storageBuckets.key() });
      void queries.invalidateQueries({ queryKey: orpc.storageObjects.key() });
    },
  });
  const name = removal?.bucket.name ?? '';
  const isDeletion = removal?.kind === 'delete';
  return (
    <ConfirmDialog
      opened={removal !== null}
      onClose={onClose}
      onConfirm={() => removal !== null && remove.mutate(removal)}
      title={isDeletion ? `Delete ${name}?` : `Empty ${name}?`}
      confirmLabel={isDeletion ? 'Delete bucket' : 'Empty bucket'}
      typedName={name}
      danger
      isRunning={remove.isPending}
    >
      <p>
        {isDeletion
          ? 'The bucket and all files in it are deleted. Addresses of its files stop working.'
          : 'All files in this bucket are deleted. The bucket stays, with its settings.'}{' '}
        A backup brings them back, and nothing else.
      </p>
    </ConfirmDialog>
  );
}
