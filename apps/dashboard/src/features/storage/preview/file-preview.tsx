import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { byteSize } from '../../../lib/format/byte-size.ts';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import classes from './preview.module.css';
import { previewKind } from './preview-kind.ts';

const PdfPreview = lazy(async () => ({ default: (await import('./pdf-preview.tsx')).PdfPreview }));

/** What is shown of a text, in bytes. */
const TEXT_BYTES = 64 * 1024;

const waiting = <Skeleton height={260} radius={8} />;

interface FilePreviewProps {
  /** At the project's own address, so that nothing in it acts here. Null while it is not known. */
  url: string | null;
  name: string;
  size: number | null;
  mimeType: string | null;
}

/** A file as far as a browser shows it: images from the project's address, texts as text, PDFs as drawings of their pages. */
export function FilePreview({ url, name, size, mimeType }: FilePreviewProps) {
  const [isBroken, setBroken] = useState(false);
  const kind = previewKind(name, mimeType);
  if (kind === 'none' || isBroken)
    return (
      <div className={classes.preview}>
        <p className={classes.quiet}>
          {isBroken ? 'The browser cannot show this file.' : 'There is no preview for files of this type.'}
        </p>
      </div>
    );
  if (url === null) return waiting;
  const broken = () => setBroken(true);
  if (kind === 'text') return <TextPreview url={url} name={name} size={size} />;
  if (kind === 'pdf')
    return (
      <Suspense fallback={waiting}>
        <PdfPreview url={url} name={name} />
      </Suspense>
    );
  return (
    <div className={classes.preview} data-kind={kind}>
      {kind === 'image' && <img src={url} alt={name} onError={broken} />}
      {/* biome-ignore lint/a11y/useMediaCaption: nobody wrote captions for a file that somebody uploaded */}
      {kind === 'video' && <video src={url} controls preload="metadata" onError={broken} />}
      {/* biome-ignore lint/a11y/useMediaCaption: as above */}
      {kind === 'audio' && <audio src={url} controls preload="metadata" onError={broken} />}
    </div>
  );
}

function TextPreview({ url, name, size }: { url: string; name: string; size: number | null }) {
  const { data, isError } = useQuery({
    queryKey: ['storage-text', url],
    queryFn: async ({ signal }) => {
      const headers = size === 0 ? {} : { range: `bytes=0-${TEXT_BYTES - 1}` };
      const response = await fetch(url, { headers, signal });
      if (!response.ok) throw new Error('The text could not be fetched');
      return response.text();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isError)
    return (
      <div className={classes.preview}>
        <p className={classes.quiet}>The text could not be fetched.</p>
      </div>
    );
  if (data === undefined) return waiting;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={classes.text} tabIndex={0} aria-label={`Text of ${name}`}>
        <pre>{data}</pre>
      </section>
      {size !== null && size > TEXT_BYTES && (
        <p className={classes.quiet}>
          The first {byteSize(TEXT_BYTES)} of {byteSize(size)}.
        </p>
      )}
    </>
  );
}
