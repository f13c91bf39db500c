import { NativeSelect } from '@mantine/core';
import { confirmLeaving } from '../../../../lib/unsaved-changes.ts';
import form from '../../../../ui/form.module.css';
import type { TableObject } from '../../shared/objects.ts';
import { PolicyForm } from '../policy-form.tsx';
import { templatesOfBuckets, templatesOfFiles } from './storage-templates.ts';

interface NewStoragePolicyProps {
  projectRef: string;
  /** `storage.objects` or `storage.buckets`. */
  table: TableObject;
  buckets: readonly string[];
  /** Whose files it is about. Null: those of all. */
  bucket: string | null;
  onBucket: (bucket: string | null) => void;
  onDone: () => void;
  onCancel: () => void;
}

/** A new policy of files or of buckets. Another bucket begins it afresh, since the conditions name the bucket. */
export function NewStoragePolicy(props: NewStoragePolicyProps) {
  const { projectRef, table, buckets, bucket, onBucket, onDone, onCancel } = props;
  const isOfFiles = table.name === 'objects';
  return (
    <div className={form.form}>
      {isOfFiles && (
        <NativeSelect
          label="Files of"
          value={bucket ?? ''}
          data={[
            { value: '', label: 'All buckets' },
            ...[...new Set([...buckets, ...(bucket === null ? [] : [bucket])])].map((id) => ({
              value: id,
              label: id,
            })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            void confirmLeaving().then((leaves) => leaves && onBucket(value === '' ? null : value))
          }
        />
      )}
      <PolicyForm
        projectRef={projectRef}
        schema={table.schema}
        table={table}
        templates={isOfFiles ? templatesOfFiles(bucket) : templatesOfBuckets()}
        existing={null}
        onDone={onDone}
        onCancel={onCancel}
      />
    </div>
  );
}
