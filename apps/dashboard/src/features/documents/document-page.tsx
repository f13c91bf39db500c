import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { DocumentBlock } from './document-block.tsx';
import classes from './document-page.module.css';
import { loadDocument } from './documents.ts';
import { type Block, readDocument } from './read-document.ts';

/** A document that comes with the product. A hash leads to one of its headings. */
export function DocumentPage({ name }: { name: string }) {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['document', name],
    queryFn: () => loadDocument(name),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const blocks = useMemo(() => (data == null ? [] : readDocument(data)), [data]);
  const [first, ...rest] = blocks;
  const hasTitle = first?.kind === 'heading';
  useHeading(blocks);
  return (
    <Page title={hasTitle ? titleOf(first) : 'Documentation'} width="narrow">
      {isPending && (
        <div className={classes.loading} role="status" aria-label="Loading document">
          <Skeleton height="100%" radius={6} />
        </div>
      )}
      {error !== null && (
        <ErrorState error={error} title="The document was not loaded" onRetry={() => void refetch()} />
      )}
      {data === null && (
        <EmptyState
          title="There is no such document"
          text="It may have been renamed. The address is looked up in what came with this version."
          action={<ButtonLink to="/projects">All projects</ButtonLink>}
        />
      )}
      <div className={classes.document}>
        {(hasTitle ? rest : blocks).map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change while it is read
          <DocumentBlock key={index} block={block} />
        ))}
      </div>
    </Page>
  );
}

/** Goes to the heading that the address names once the document is there: the browser looked before. */
function useHeading(blocks: readonly Block[]): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === '' || blocks.length === 0) return;
    const heading = document.getElementById(hash);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [hash, blocks]);
}

const titleOf = (heading: Extract<Block, { kind: 'heading' }>) =>
  heading.content.map(({ text }) => text).join('');
