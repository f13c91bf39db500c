import { useNavigationContext } from './navigation-context.ts';
import { SnippetPages } from './snippet-pages.tsx';
import classes from './snippet-section.module.css';
import { useCounts, useSnippetList } from './use-snippet-lists.ts';

/** Everything whose name holds the text, in one flat list. */
export function SearchResults({ search }: { search: string }) {
  const { projectRef, sort } = useNavigationContext();
  const pages = useSnippetList(projectRef, sort, { name: search });
  const { data } = useCounts(projectRef, search);
  const snippets = pages.data?.pages.flatMap((page) => page.data) ?? [];
  const count = data?.count;
  return (
    <section aria-label="Search results">
      <p className={classes.empty} role="status">
        {count === undefined ? 'Searching …' : count === 1 ? '1 result' : `${count} results`}
      </p>
      <SnippetPages label="Results" pages={pages} snippets={snippets} empty="" />
    </section>
  );
}
