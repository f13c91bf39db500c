import type { Project } from '@basalt/contract';
import { useEffect, useRef, useState } from 'react';
import { useProject } from '../../api/use-project.ts';
import { ANON } from '../../caller/caller.ts';
import type { DocsSection } from '../../lib/api-docs.ts';
import { usePersisted } from '../../lib/persisted.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { useLast } from '../../lib/use-last.ts';
import { DialogOverPage } from '../../ui/dialog-over-page.tsx';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import classes from './api-docs-modal.module.css';
import { docsLanguage, LANGUAGES } from './docs-language.ts';
import { DocsNavigation } from './docs-navigation.tsx';
import { DocsPageView } from './docs-page-view.tsx';
import { ItemList } from './item-list.tsx';
import { type DocsPlace, itemId, SECTIONS, visibleSections } from './sections.ts';
import { useDocsItems } from './use-docs-items.ts';
import { useDocsKeys } from './use-docs-keys.ts';
import { useDocsPage } from './use-docs-page.ts';

interface ApiDocsModalProps {
  projectRef: string;
  /** Null closes it. */
  place: DocsPlace | null;
  onGo: (place: DocsPlace | null) => void;
}

/** The documentation of a project's own API: what is in it, and code that works as it is. */
export function ApiDocsModal({ projectRef, place, onGo }: ApiDocsModalProps) {
  const { data: project } = useProject(projectRef);
  const shown = useLast(place);
  const [language, setLanguage] = usePersisted(docsLanguage);
  return (
    <DialogOverPage
      opened={place !== null && project !== undefined}
      onClose={() => onGo(null)}
      title="API docs"
      tools={
        <>
          <span className={classes.space} />
          <fieldset className={classes.languages}>
            <legend className="visually-hidden">Language</legend>
            {LANGUAGES.map(({ value, label }) => (
              <button
                key={value}
                type="button"
                aria-pressed={language === value}
                onClick={() => setLanguage(value)}
              >
                {label}
              </button>
            ))}
          </fieldset>
        </>
      }
      width="1180px"
      top="4vh"
      classNames={{ content: classes.content, header: classes.header }}
    >
      {project !== undefined && shown !== null && (
        <DocsBody project={project} place={shown} language={language} onGo={onGo} />
      )}
    </DialogOverPage>
  );
}

interface DocsBodyProps {
  project: Project;
  place: DocsPlace;
  language: 'js' | 'bash';
  onGo: (place: DocsPlace | null) => void;
}

function DocsBody({ project, place, language, onGo }: DocsBodyProps) {
  const { section } = place;
  const sections = visibleSections(project.abilities);
  const keys = useDocsKeys(project);
  const items = useDocsItems(project, section);
  const item = itemId(items?.data, place.item);
  const page = useDocsPage(project, { section, item }, keys.project, language);
  const [caller, setCaller] = useState(ANON);
  const isNarrow = useIsNarrow();
  const scroller = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [section, item]);
  const { items: names } = SECTIONS[section];
  const goTo = (next: DocsSection) => onGo({ section: next, item: null });
  const list =
    items === null || names === null ? null : (
      <ItemList
        key={section}
        plural={names.plural}
        items={items}
        current={item}
        onChoose={(id) => onGo({ section, item: id })}
      />
    );
  const isHidden = !sections.includes(section);
  return (
    <div className={classes.body}>
      {isNarrow ? (
        <div className={classes.choice}>
          <ChoiceField
            label="Section"
            value={section}
            options={(isHidden ? [...sections, section] : sections).map((value) => ({
              value,
              label: SECTIONS[value].title,
            }))}
            onChange={(value) => goTo(value as DocsSection)}
          />
        </div>
      ) : (
        <DocsNavigation
          sections={sections}
          section={section}
          topics={page.is === 'there' && !isHidden ? page.snippets.map(({ title }) => title) : []}
          onSection={goTo}
        >
          {isHidden ? null : list}
        </DocsNavigation>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={scroller} className={classes.page} tabIndex={0} aria-label="Page of the docs">
        {isHidden ? (
          <EmptyState
            title={`You cannot see “${SECTIONS[section].title}”`}
            text="Your role in the organization does not include this part of the project. An owner or administrator can change your role."
          />
        ) : (
          <>
            <DocsPageView
              project={project}
              place={{ section, item }}
              page={page}
              keys={keys}
              items={items?.data}
              caller={caller}
              onCaller={setCaller}
              onGo={onGo}
            />
            {isNarrow && item === null && list}
          </>
        )}
      </section>
    </div>
  );
}
