import { Button } from '@mantine/core';
import { IconListCheck, IconPlus, IconTrash } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useProject } from '../../../api/use-project.ts';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { DebouncedSearch } from '../../../ui/fields/debounced-search.tsx';
import { ask, useAsked } from '../actions/asked-dialog.ts';
import { useSnippetActions } from '../actions/use-snippet-actions.ts';
import header from '../document/document-header.module.css';
import type { SnippetFacts } from '../open/snippet-facts.ts';
import { NavigationContext, useNavigationContext } from './navigation-context.ts';
import { PrivateSection } from './private-section.tsx';
import classes from './snippet-navigation.module.css';
import { SnippetPages } from './snippet-pages.tsx';
import snippetSectionClasses from './snippet-section.module.css';
import { SnippetSection } from './snippet-section.tsx';
import { SORTS, useCounts, useSnippetList, useSort } from './use-snippet-lists.ts';

interface SnippetNavigationProps {
  projectRef: string;
  onShowDeleted: () => void;
}

/** The list of the project's snippets: search results, or sections for favorites, shared and own snippets. */
export function SnippetNavigation({ projectRef, onShowDeleted }: SnippetNavigationProps) {
  const mayCreate = useProject(projectRef).data?.abilities.create_content ?? false;
  const actions = useSnippetActions(projectRef);
  const [sort, setSort] = useSort(projectRef);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<string, SnippetFacts> | null>(null);
  const head = useRef<HTMLDivElement>(null);
  const hasAsked = useAsked() !== null;
  // On a narrow screen the list is a modal dialog, and other dialogs would open beneath it. So it is closed first.
  const closeDrawer = useCallback(() => head.current?.closest('dialog')?.close(), []);
  useEffect(() => {
    if (hasAsked) closeDrawer();
  }, [hasAsked, closeDrawer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done is the same at every rendering
  const context = useMemo(() => {
    const toggleChosen = (facts: SnippetFacts) =>
      setChosen((before) => {
        const next = new Map(before);
        if (!next.delete(facts.id)) next.set(facts.id, facts);
        return next;
      });
    return { projectRef, mayCreate, actions, sort, chosen, toggleChosen };
  }, [projectRef, mayCreate, sort, chosen]);
  const question = search.trim();
  return (
    <NavigationContext value={context}>
      <h2 className="visually-hidden">Snippets</h2>
      <div ref={head} className={classes.head}>
        <Button
          fullWidth
          leftSection={<IconPlus size={14} stroke={2} />}
          onClick={() => void actions.open('new')}
        >
          New query
        </Button>
        <DebouncedSearch label="Search snippets" value={search} onChange={setSearch} />
        <div className={classes.order}>
          <ChoiceField
            label="Sort by"
            value={sort.value}
            options={SORTS}
            onChange={(value) => setSort(SORTS.find((one) => one.value === value) ?? sort)}
          />
          <button
            type="button"
            className={header.icon}
            aria-label="Select several"
            title="Select several"
            aria-pressed={chosen !== null}
            onClick={() => setChosen(chosen === null ? new Map() : null)}
          >
            <IconListCheck size={15} stroke={1.6} aria-hidden="true" />
          </button>
        </div>
        {chosen !== null && chosen.size > 0 && (
          <Button
            size="xs"
            onClick={() => {
              ask({ kind: 'delete', snippets: [...chosen.values()] });
              setChosen(null);
            }}
          >
            Delete {chosen.size}…
          </Button>
        )}
      </div>
      <div className={classes.scroll}>
        {question === '' ? <Sections projectRef={projectRef} /> : <SearchResults search={question} />}
      </div>
      <button
        type="button"
        className={classes.deleted}
        onClick={() => {
          closeDrawer();
          onShowDeleted();
        }}
      >
        <IconTrash size={14} stroke={1.6} aria-hidden="true" />
        Recently deleted
      </button>
    </NavigationContext>
  );
}

function Sections({ projectRef }: { projectRef: string }) {
  const { data: counts } = useCounts(projectRef);
  return (
    <>
      <SnippetSection projectRef={projectRef} title="Favorites" count={counts?.favorites}>
        {() => (
          <FlatList
            projectRef={projectRef}
            label="Favorite snippets"
            question={{ favorite: true }}
            empty="No favorites yet."
          />
        )}
      </SnippetSection>
      <SnippetSection projectRef={projectRef} title="Shared" count={counts?.shared}>
        {() => (
          <FlatList
            projectRef={projectRef}
            label="Shared snippets"
            question={{ visibility: 'project' }}
            empty="Nothing is shared with the project."
          />
        )}
      </SnippetSection>
      <PrivateSection count={counts?.private} />
    </>
  );
}

interface FlatListProps {
  projectRef: string;
  label: string;
  question: { favorite: true } | { visibility: 'project' };
  empty: string;
}

function FlatList({ projectRef, label, question, empty }: FlatListProps) {
  const [sort] = useSort(projectRef);
  const pages = useSnippetList(projectRef, sort, question);
  const snippets = pages.data?.pages.flatMap((page) => page.data) ?? [];
  return <SnippetPages label={label} pages={pages} snippets={snippets} empty={empty} />;
}

/** All snippets whose name contains the text, in one flat list. */
function SearchResults({ search }: { search: string }) {
  const { projectRef, sort } = useNavigationContext();
  const pages = useSnippetList(projectRef, sort, { name: search });
  const { data } = useCounts(projectRef, search);
  const snippets = pages.data?.pages.flatMap((page) => page.data) ?? [];
  const count = data?.count;
  return (
    <section aria-label="Search results">
      <p className={snippetSectionClasses.empty} role="status">
        {count === undefined ? 'Searching …' : count === 1 ? '1 result' : `${count} results`}
      </p>
      <SnippetPages label="Results" pages={pages} snippets={snippets} empty="" />
    </section>
  );
}
