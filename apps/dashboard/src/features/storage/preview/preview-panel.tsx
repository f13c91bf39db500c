import { SHORT_LINK_SECONDS } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { api, orpc } from '../../../api/client.ts';
import { byteSize } from '../../../lib/format/byte-size.ts';
import { showToast } from '../../../lib/toast.ts';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import { asDownload, LINK_SECONDS } from '../download/download-objects.ts';
import { nameOf } from '../paths.ts';
import { FilePreview } from './file-preview.tsx';
import classes from './preview.module.css';

/** How long a signed link works, in seconds. */
const LIFETIMES = [
  { value: '60', label: '1 minute' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '1 week' },
  { value: '31536000', label: '1 year' },
];
/** Links are asked for anew before they stop working, in milliseconds. */
const FRESH = (LINK_SECONDS - 600) * 1_000;

interface PreviewPanelProps {
  projectRef: string;
  bucket: { id: string; public: boolean };
  path: string;
  /** Of the project's storage service. */
  storageUrl: string;
  /** Links that outlive an hour are for those who may change files. */
  mayChange: boolean;
  onClose: () => void;
}

/** One file: what it looks like, what it is, and how others reach it. */
export function PreviewPanel(props: PreviewPanelProps) {
  const { projectRef: ref, bucket, path, storageUrl, mayChange, onClose } = props;
  const name = nameOf(path);
  const {
    data: known,
    error,
    refetch,
  } = useQuery(orpc.storageObjects.get.queryOptions({ input: { ref, id: bucket.id, path } }));
  const isGone = error !== null && toApiError(error).status === 404;
  // What was known of a file that is gone is still there.
  const object = isGone ? undefined : known;
  const { data: links } = useQuery({
    ...orpc.storageObjects.sign.queryOptions({
      input: { ref, id: bucket.id, paths: [path], expires_in: LINK_SECONDS },
    }),
    staleTime: FRESH,
    enabled: object !== undefined,
  });
  const url = links?.[0]?.url ?? null;
  const [lifetime, setLifetime] = useState('3600');

  async function sign() {
    try {
      const [link] = await api.storageObjects.sign({
        ref,
        id: bucket.id,
        paths: [path],
        expires_in: Number(lifetime),
      });
      return link?.url ?? undefined;
    } catch (failure) {
      void showToast('failed', `The link was not made: ${toApiError(failure).message}`);
      return undefined;
    }
  }

  const address = path.split('/').map(encodeURIComponent).join('/');
  return (
    <aside className={classes.panel} aria-label="File">
      <header className={classes.head}>
        <h2 className={classes.title} title={path}>
          {name}
        </h2>
        <button type="button" className={classes.close} aria-label="Close the file" onClick={onClose}>
          <IconX size={16} aria-hidden="true" />
        </button>
      </header>
      {isGone && (
        <EmptyState
          title="There is no such file"
          text="It was deleted or moved."
          action={<Button onClick={onClose}>Close</Button>}
        />
      )}
      {error !== null && object === undefined && !isGone && (
        <ErrorState error={error} title="The file could not be opened" onRetry={() => void refetch()} />
      )}
      {object === undefined && error === null && <Skeleton height={260} radius={8} />}
      {object !== undefined && (
        <>
          <FilePreview key={url} url={url} name={name} size={object.size} mimeType={object.mime_type} />
          <div className={classes.buttons}>
            <Button
              component="a"
              size="xs"
              {...(url === null ? { 'data-disabled': true } : { href: asDownload(url, name) })}
            >
              Download
            </Button>
            <CopyButton value={path} label="path" withText="Copy path" />
            {bucket.public && (
              <CopyButton
                value={`${storageUrl}/object/public/${encodeURIComponent(bucket.id)}/${address}`}
                label="URL"
                withText="Copy URL"
              />
            )}
          </div>
          <div className={classes.link}>
            <ChoiceField
              label="How long the signed link works"
              value={lifetime}
              options={LIFETIMES.filter(({ value }) => mayChange || Number(value) <= SHORT_LINK_SECONDS)}
              onChange={setLifetime}
            />
            <CopyButton value={sign} label="signed link" withText="Copy signed link" />
          </div>
          <FactList
            facts={[
              { label: 'Path', value: <span className={classes.path}>{path}</span> },
              { label: 'Size', value: object.size === null ? 'Unknown' : byteSize(object.size) },
              { label: 'Type', value: object.mime_type ?? 'Unknown' },
              { label: 'Added', value: date(object.created_at) },
              { label: 'Changed', value: date(object.updated_at) },
              { label: 'Cache control', value: object.cache_control ?? 'None' },
            ]}
          />
        </>
      )}
    </aside>
  );
}

const date = (at: string | null) => (at === null ? 'Unknown' : <TimeAgo date={at} />);
