import type { StorageBucket } from '@basalt/contract';
import { Link } from '@tanstack/react-router';
import { byteSize } from '../../../lib/format/byte-size.ts';
import { copyAndTell } from '../../../ui/copy/write-clipboard.ts';
import { DataTable, type DataTableColumn } from '../../../ui/lists/data-table.tsx';
import rowLink from '../../../ui/lists/row-link.module.css';
import { RowMenu } from '../../../ui/menus/row-menu.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import { Visibility } from '../visibility.tsx';
import classes from './buckets.module.css';

interface BucketTableProps {
  projectRef: string;
  buckets: readonly StorageBucket[];
  mayChange: boolean;
  onEdit: (bucket: StorageBucket) => void;
  onEmpty: (bucket: StorageBucket) => void;
  onDelete: (bucket: StorageBucket) => void;
}

/** Buckets with what they take; a whole row leads to the files. */
export function BucketTable(props: BucketTableProps) {
  const { projectRef, buckets, mayChange, onEdit, onEmpty, onDelete } = props;
  const columns: DataTableColumn<StorageBucket>[] = [
    {
      key: 'name',
      header: 'Bucket',
      render: ({ id, name }) => (
        <div className={classes.bucket}>
          <Link
            to="/project/$ref/storage/buckets/$id"
            params={{ ref: projectRef, id }}
            className={rowLink.link ?? ''}
            title={name}
          >
            {name}
          </Link>
        </div>
      ),
    },
    {
      key: 'public',
      header: 'Visibility',
      width: 100,
      render: (bucket) => <Visibility isPublic={bucket.public} />,
    },
    {
      key: 'types',
      header: 'Allowed MIME types',
      isMinor: true,
      render: ({ allowed_mime_types: types }) => (
        <span className={classes.types} title={types?.join(', ')}>
          {types?.join(', ') ?? 'All types are allowed'}
        </span>
      ),
    },
    {
      key: 'limit',
      header: 'Largest file',
      width: 110,
      isMinor: true,
      render: ({ file_size_limit: limit }) => (limit === null ? 'No limit' : byteSize(limit)),
    },
    {
      key: 'created',
      header: 'Created',
      width: 120,
      isMinor: true,
      render: ({ created_at }) => (created_at === null ? 'Unknown' : <TimeAgo date={created_at} />),
    },
    {
      key: 'menu',
      header: <span className="visually-hidden">Actions</span>,
      align: 'right',
      width: 56,
      render: (bucket) => (
        <span className={classes.menu}>
          <RowMenu
            label={`Actions for ${bucket.name}`}
            entries={() => [
              { label: 'Copy name', onChoose: () => void copyAndTell(bucket.name) },
              ...(mayChange
                ? ([
                    { label: 'Edit…', onChoose: () => onEdit(bucket) },
                    { label: 'Empty…', tone: 'danger', onChoose: () => onEmpty(bucket) },
                    { label: 'Delete…', tone: 'danger', onChoose: () => onDelete(bucket) },
                  ] as const)
                : []),
            ]}
          />
        </span>
      ),
    },
  ];
  return (
    <div className={classes.table}>
      <DataTable label="Buckets" columns={columns} rows={buckets} rowKey={({ id }) => id} />
    </div>
  );
}
