import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo } from 'react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { plainText, readMarkdown } from '../../ui/markdown/read-markdown.ts';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './document-page.module.css';
import { documentOf, loadDocument } from './documents.ts';

/** A document that comes with the product. A hash leads to one of its headings. */
export function DocumentPage({ name }: { name: string }) {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['document', name],
    queryFn: () => loadDocument(name),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const blocks = useMemo(() => (data == null ? [] : readMarkdown(data)), [data]);
  const [first, ...rest] = blocks;
  const hasTitle = first?.type === 'heading';
  useHeading(blocks);
  return (
    <Page title={hasTitle ? plainText(first.tokens) : 'Documentation'} width="narrow">
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
      <Markdown tokens={hasTitle ? rest : blocks} relativeLink={documentLink} />
    </Page>
  );
}

/** Goes to the heading that the address names once the document is there: the browser looked before. */
function useHeading(blocks: readonly unknown[]): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === '' || blocks.length === 0) return;
    const heading = document.getElementById(hash);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [hash, blocks]);
}

/** Links lead to headings and to other documents. A link to what does not come with the dashboard is only words. */
function documentLink(to: string, words: ReactNode): ReactNode {
  if (to.startsWith('#'))
    return (
      <Link to="." hash={to.slice(1)}>
        {words}
      </Link>
    );
  const target = documentOf(to);
  if (target === null) return words;
  return (
    <Link to="/docs/$name" params={{ name: target.name }} {...(target.hash && { hash: target.hash })}>
      {words}
    </Link>
  );
}
