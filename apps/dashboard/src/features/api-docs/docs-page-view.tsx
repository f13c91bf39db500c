import type { Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { Caller } from '../../caller/caller.ts';
import { CallerMenu } from '../../caller/caller-menu.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { DetailFacts } from './detail-facts.tsx';
import classes from './docs-page-view.module.css';
import { GenerateTypes } from './generate-types.tsx';
import { type DocsItem, type DocsPlace, SECTIONS } from './sections.ts';
import { SnippetList } from './snippet-list.tsx';
import { GENERATING_TYPES } from './snippets/entities.ts';
import { hasDatabase } from './use-docs-items.ts';
import type { DocsKeys } from './use-docs-keys.ts';
import type { DocsPage } from './use-docs-page.ts';

interface DocsPageViewProps {
  project: Project;
  place: DocsPlace;
  page: DocsPage;
  keys: DocsKeys;
  /** Of the section; undefined while they are loaded, or where it has none. */
  items: readonly DocsItem[] | undefined;
  /** As whom snippets are run. */
  caller: Caller;
  onCaller: (caller: Caller) => void;
  onGo: (place: DocsPlace) => void;
}

/** A page of the docs. */
export function DocsPageView({
  project,
  place,
  page,
  keys,
  items,
  caller,
  onCaller,
  onGo,
}: DocsPageViewProps) {
  const { section, item } = place;
  const { title, items: names } = SECTIONS[section];
  const back = () => onGo({ section, item: null });
  return (
    <>
      <div className={classes.head}>
        {item === null ? (
          <h2 className={classes.title} tabIndex={-1} data-autofocus>
            {title}
          </h2>
        ) : (
          <>
            <Button
              variant="default"
              leftSection={<IconArrowLeft size={14} aria-hidden="true" />}
              onClick={back}
            >
              Back
            </Button>
            <h2 className="visually-hidden" tabIndex={-1} data-autofocus>
              {items?.find(({ id }) => id === item)?.label ?? item}
            </h2>
            <div className={classes.choice}>
              <ChoiceField
                label={`Which ${names?.one ?? 'item'}`}
                value={item}
                options={optionsOf(items, item)}
                onChange={(id) => onGo({ section, item: id })}
              />
            </div>
          </>
        )}
        {mayRun(project) && (
          <div className={classes.caller}>
            <span aria-hidden="true">Run as</span>
            <CallerMenu
              label="Run as"
              projectRef={project.ref}
              caller={caller}
              onCaller={onCaller}
              mayListUsers={project.abilities.read_auth_users}
            />
          </div>
        )}
      </div>
      {section === 'introduction' && <Introduction project={project} keys={keys} />}
      {names !== null && section !== 'edge-functions' && !hasDatabase(project) && (
        <Notice tone="info" title="The database does not run">
          <p>What this project has of {names.plural} is listed when it is active.</p>
        </Notice>
      )}
      <Content {...{ project, place, page, keys, caller }} onBack={back} />
    </>
  );
}

/** Tokens to run something with take the right to see the keys, and something that answers. */
function mayRun(project: Project): boolean {
  return project.abilities.read_api_keys && hasDatabase(project);
}

/** The present one is there before the others are loaded, and when it is gone. */
function optionsOf(items: readonly DocsItem[] = [], current: string) {
  const options = items.map(({ id, label }) => ({ value: id, label }));
  return options.some(({ value }) => value === current)
    ? options
    : [{ value: current, label: current }, ...options];
}

function Introduction({ project, keys }: { project: Project; keys: DocsKeys }) {
  return (
    <div className={classes.introduction}>
      {project.abilities.read_api_keys ? (
        <div className={classes.keys}>
          <Button onClick={keys.toggle} loading={keys.isFetching}>
            {keys.areShown ? 'Hide keys' : 'Show keys'}
          </Button>
          <p className={classes.hint}>
            Snippets are copied with your publishable key in them. The secret key is copied only while it is
            shown.
          </p>
        </div>
      ) : (
        <p className={classes.hint}>You need additional permissions to view API keys.</p>
      )}
      <div className={classes.links}>
        <ButtonLink to="/project/$ref/api/graphiql" params={{ ref: project.ref }} variant="default" size="xs">
          GraphiQL
        </ButtonLink>
        <DocumentLink name="graphql">GraphQL guide</DocumentLink>
        <DocumentLink name="api-docs">Documentation</DocumentLink>
        <DocumentLink name="project-api">REST guide</DocumentLink>
      </div>
    </div>
  );
}

function DocumentLink({ name, children }: { name: string; children: string }) {
  return (
    <ButtonLink to="/docs/$name" params={{ name }} target="_blank" variant="default" size="xs">
      {children}
    </ButtonLink>
  );
}

interface ContentProps {
  project: Project;
  place: DocsPlace;
  page: DocsPage;
  keys: DocsKeys;
  caller: Caller;
  onBack: () => void;
}

function Content({ project, place: { section, item }, page, keys, caller, onBack }: ContentProps) {
  const one = SECTIONS[section].items?.one ?? 'item';
  switch (page.is) {
    case 'loading':
      if (!hasDatabase(project) && section !== 'edge-functions') return null;
      return (
        <div role="status" aria-label={`Loading ${one}`} className={classes.loading}>
          <Skeleton height={140} radius={6} />
          <Skeleton height={60} radius={6} lines={3} />
        </div>
      );
    case 'failed':
      return <ErrorState error={page.error} title={`This ${one} could not be loaded`} onRetry={page.retry} />;
    case 'missing':
      return (
        <EmptyState
          title={`There is no ${one} “${item}”`}
          text="It was renamed, deleted, or is not exposed by the API."
          action={<Button onClick={onBack}>Show all</Button>}
        />
      );
    case 'there':
      return (
        <>
          {page.detail !== null && <DetailFacts detail={page.detail} project={keys.project} />}
          {page.detail?.kind === 'table' && page.detail.isPublished === false && (
            <Notice tone="info">
              <p>
                Changes of this table are not sent: it is not in the publication supabase_realtime. The switch
                Realtime of the table adds it.
              </p>
            </Notice>
          )}
          <SnippetList
            snippets={page.snippets}
            toCopy={keys.toCopy}
            runner={mayRun(project) ? { project, caller } : null}
            actions={
              section === 'entities' && item === null && page.exposed.length > 0
                ? { [GENERATING_TYPES]: <GenerateTypes projectRef={project.ref} schemas={page.exposed} /> }
                : {}
            }
          />
        </>
      );
  }
}
