import type { Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import {
  IconBook2,
  IconBookmark,
  IconDeviceFloppy,
  IconHistory,
  IconLink,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconWand,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ANON, type Caller } from '../../caller/caller.ts';
import { CallerMenu } from '../../caller/caller-menu.tsx';
import { readPersisted, writePersisted } from '../../lib/persisted.ts';
import { projectUrl } from '../../lib/project-url.ts';
import { showToast } from '../../lib/toast.ts';
import { SavedList } from '../../query/saved/saved-list.tsx';
import { writeClipboard } from '../../ui/copy/write-clipboard.ts';
import { NameDialog } from '../../ui/name-dialog.tsx';
import type { GraphqlEditorHandle } from './editor/create-graphql-editor.ts';
import { GraphqlEditor } from './editor/lazy-graphql-editor.tsx';
import { prettify } from './editor/prettify.ts';
import { HistoryList } from './history/history-list.tsx';
import { queryHistory, withQuery } from './history/query-history.ts';
import { type AsidePart, asidePreference, type Draft, draftPreference } from './preferences.ts';
import { AnswerPane, type AnswerState } from './request/answer-pane.tsx';
import { chosenOperation } from './request/chosen-operation.ts';
import { HeadersList } from './request/headers-list.tsx';
import { readVariables } from './request/read-variables.ts';
import { errorCount, sendGraphql } from './request/send-request.ts';
import { type SavedQuery, useSaving } from './saved/use-saved.ts';
import { firstOperation, type Operation } from './schema/operation-for.ts';
import { SchemaExplorer, SchemaProblem } from './schema/schema-explorer.tsx';
import { useGraphqlSchema } from './schema/use-graphql-schema.ts';
import { shareLink } from './share-link.ts';
import classes from './workbench.module.css';

const MOD = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl+';
const NOTHING: Draft = { query: '', variables: '' };
/** From here on something beside the editor leaves enough of it, in pixels. */
const ROOMY = 1_180;

const PARTS: readonly { part: AsidePart; label: string; icon: typeof IconBook2 }[] = [
  { part: 'schema', label: 'Schema', icon: IconBook2 },
  { part: 'saved', label: 'Saved', icon: IconBookmark },
  { part: 'history', label: 'History', icon: IconHistory },
];

interface WorkbenchProps {
  project: Project;
  /** What the editor begins with; null: what was there last, or a first query of the project's own. */
  initial: Draft | null;
  /** The saved query that is open. */
  saved: SavedQuery | null;
  onOpenSaved: (id: string | undefined) => void;
  /** What is in the editor was saved as this query. */
  onSaved: (id: string) => void;
}

/** The editor of GraphQL: query, variables, answer, and beside them the schema, what was saved and what was run. */
export function Workbench({ project, initial, saved, onOpenSaved, onSaved }: WorkbenchProps) {
  const { ref } = project;
  const url = `${projectUrl(project)}/graphql/v1`;
  const [caller, setCaller] = useState<Caller>(ANON);
  const target = { ref, url, caller };
  const schema = useGraphqlSchema(target);
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = readPersisted(draftPreference, ref);
    // What was changed in a saved query is still there.
    return (saved !== null && kept?.savedId === saved.id ? kept : (initial ?? kept)) ?? NOTHING;
  });
  const latest = useRef(draft);
  const [answer, setAnswer] = useState<AnswerState>({ kind: 'none' });
  const [problem, setProblem] = useState<string | null>(null);
  const [isNaming, setNaming] = useState(false);
  const query = useRef<GraphqlEditorHandle>(null);
  const variables = useRef<GraphqlEditorHandle>(null);
  const running = useRef<AbortController>(null);
  const actions = useSaving(ref);
  const beside = useAside();
  const mayKeep = project.abilities.create_content;
  const isChanged =
    saved !== null && (saved.content.query !== draft.query || saved.content.variables !== draft.variables);

  useEffect(() => () => running.current?.abort(), []);

  function edit(part: Partial<Draft>) {
    latest.current = { ...latest.current, ...part };
    setDraft(latest.current);
    writePersisted(draftPreference, { ...latest.current, ...(saved && { savedId: saved.id }) }, ref);
    setProblem(null);
  }

  /** Puts an operation into the editors, where it can be undone. */
  function use({ query: text, variables: values }: Operation) {
    query.current?.setText(text);
    variables.current?.setText(values);
    edit({ query: text, variables: values });
    query.current?.focus();
  }

  // Whoever has never written anything here begins with rows of a table.
  const first = schema.data === undefined ? null : firstOperation(schema.data);
  const isEmpty = draft.query === '' && draft.variables === '';
  const hasBegun = useRef(!isEmpty);
  useEffect(() => {
    if (hasBegun.current || first === null) return;
    hasBegun.current = true;
    query.current?.setText(first.query);
    latest.current = first;
    setDraft(first);
  }, [first]);

  async function run() {
    const read = readVariables(draft.variables);
    if ('problem' in read) return setProblem(read.problem);
    if (draft.query.trim() === '') return setProblem('There is no query to run.');
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setProblem(null);
    setAnswer({ kind: 'waiting' });
    const operationName = chosenOperation(draft.query, query.current?.cursor() ?? 0);
    try {
      const got = await sendGraphql(
        target,
        { query: draft.query, variables: read.variables, operationName },
        controller.signal,
      );
      setAnswer({ kind: 'answer', answer: got });
      remember({ milliseconds: got.milliseconds, status: got.status, errors: errorCount(got) });
    } catch (error) {
      if (controller.signal.aborted) return setAnswer({ kind: 'none' });
      setAnswer({ kind: 'failed', message: `The request failed: ${(error as Error).message}` });
      remember({ milliseconds: null, status: null, errors: 0 });
    } finally {
      if (running.current === controller) running.current = null;
    }
  }

  function remember(outcome: { milliseconds: number | null; status: number | null; errors: number }) {
    const past = {
      ...outcome,
      query: draft.query,
      variables: draft.variables,
      at: Date.now(),
      as: caller.words,
    };
    writePersisted(queryHistory, withQuery(readPersisted(queryHistory, ref), past), ref);
  }

  async function share() {
    const link = shareLink(window.location.href, draft);
    if (link === null)
      return showToast('failed', 'The query is too long for a link. Save it and share it with the project.');
    if (await writeClipboard(link)) void showToast('done', 'Copied a link to this query');
    else void showToast('failed', 'The browser does not allow copying here.');
  }

  async function save() {
    if (saved === null || !saved.can_update) return setNaming(true);
    await actions.update(saved, draft);
  }

  return (
    <div className={classes.workbench}>
      <div className={classes.toolbar} role="toolbar" aria-label="GraphQL">
        {answer.kind === 'waiting' ? (
          <Button leftSection={<IconPlayerStopFilled size={13} />} onClick={() => running.current?.abort()}>
            Cancel
          </Button>
        ) : (
          <Button
            variant="filled"
            leftSection={<IconPlayerPlayFilled size={13} />}
            title={`Run (${MOD}Enter)`}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={() => void run()}
          >
            Run
          </Button>
        )}
        <CallerMenu
          label="Run as"
          projectRef={ref}
          caller={caller}
          onCaller={setCaller}
          mayListUsers={project.abilities.read_auth_users}
        />
        <Tool
          label="Prettify"
          icon={IconWand}
          onChoose={() => use({ query: prettify(draft.query), variables: prettyJson(draft.variables) })}
        />
        <Tool label="Copy a link" icon={IconLink} onChoose={() => void share()} />
        {mayKeep && (
          <Tool
            label={saved === null || !saved.can_update ? 'Save' : isChanged ? 'Save changes' : 'Saved'}
            icon={IconDeviceFloppy}
            onChoose={() => void save()}
          />
        )}
        <span className={classes.room}>
          {saved !== null && <SavedName saved={saved} isChanged={isChanged} />}
        </span>
        <AsideButtons beside={beside} />
      </div>
      <div className={classes.body}>
        <section className={classes.pane} aria-label="Query">
          <div className={classes.query}>
            <GraphqlEditor
              label="GraphQL query"
              mode="query"
              text={draft.query}
              schema={schema.data ?? null}
              handle={query}
              onChange={(text) => edit({ query: text })}
              onRun={() => void run()}
            />
          </div>
          <RequestParts
            headers={<HeadersList projectRef={ref} url={url} caller={caller} />}
            variables={
              <GraphqlEditor
                label="Variables as JSON"
                mode="variables"
                text={draft.variables}
                handle={variables}
                onChange={(text) => edit({ variables: text })}
                onRun={() => void run()}
              />
            }
            problem={problem}
          />
        </section>
        <AnswerPane state={answer} />
        <Aside
          beside={beside}
          schema={
            schema.data !== undefined ? (
              <>
                {first === null && (
                  <p className={classes.note}>
                    {caller.words} reaches no table over GraphQL. Tables appear here when they are in a schema
                    of the search path, have a primary key, and the role has privileges on them.
                  </p>
                )}
                <SchemaExplorer
                  schema={schema.data}
                  isReading={schema.isFetching}
                  onReload={() => void schema.refetch()}
                  onUse={use}
                />
              </>
            ) : schema.error !== null ? (
              <SchemaProblem message={schema.error.message} onReload={() => void schema.refetch()} />
            ) : (
              <p className={classes.note}>Reading the schema…</p>
            )
          }
          saved={
            <SavedList
              projectRef={ref}
              type="graphql"
              openId={saved?.id}
              empty="No query is saved yet. Save keeps what is in the editor here, for you, until you share it with the project."
              onOpen={onOpenSaved}
              onRemoved={(id) => id === saved?.id && onOpenSaved(undefined)}
            />
          }
          history={<HistoryList projectRef={ref} onOpen={use} />}
        />
      </div>
      {isNaming && (
        <NameDialog
          title="Save query"
          name={
            saved === null ? (chosenOperation(draft.query, 0) ?? nameOf(draft.query)) : `${saved.name} copy`
          }
          submitLabel="Save"
          isRunning={actions.isSaving}
          onClose={() => setNaming(false)}
          onSubmit={(name) =>
            void actions.create(name, draft).then((item) => {
              if (item === undefined) return;
              setNaming(false);
              onSaved(item.id);
            })
          }
        />
      )}
    </div>
  );
}

function nameOf(query: string): string {
  return /\b(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? 'Untitled';
}

function prettyJson(text: string): string {
  const read = readVariables(text);
  return 'problem' in read || read.variables === null ? text : `${JSON.stringify(read.variables, null, 2)}\n`;
}

function SavedName({ saved, isChanged }: { saved: SavedQuery; isChanged: boolean }) {
  return (
    <span className={classes.savedName} title={saved.name}>
      {saved.name}
      {isChanged && ' (changed)'}
    </span>
  );
}

interface ToolProps {
  label: string;
  icon: typeof IconBook2;
  isPressed?: boolean;
  onChoose: () => void;
}

/** A button of the bar, whose word the style sheet leaves away where there is no room. */
function Tool({ label, icon: ToolIcon, isPressed, onChoose }: ToolProps) {
  return (
    <button
      type="button"
      className={classes.tool}
      title={label}
      aria-label={label}
      aria-pressed={isPressed}
      onClick={onChoose}
    >
      <ToolIcon size={15} stroke={1.75} aria-hidden />
      <span className={classes.word}>{label}</span>
    </button>
  );
}

/** Which part stands beside the editor. On a small screen it covers the editor, so it is not there until it is asked for. */
function useAside() {
  const isRoomy = window.innerWidth >= ROOMY;
  const [part, setPart] = useState(() => (isRoomy ? readPersisted(asidePreference) : 'none'));
  return {
    part,
    toggle(chosen: AsidePart) {
      const next = chosen === part ? 'none' : chosen;
      setPart(next);
      if (isRoomy) writePersisted(asidePreference, next);
    },
  };
}

type Beside = ReturnType<typeof useAside>;

function AsideButtons({ beside: { part, toggle } }: { beside: Beside }) {
  return (
    <div className={classes.tools}>
      {PARTS.map(({ part: one, label, icon }) => (
        <Tool key={one} label={label} icon={icon} isPressed={part === one} onChoose={() => toggle(one)} />
      ))}
    </div>
  );
}

function Aside({ beside, ...parts }: { beside: Beside } & Record<AsidePart, ReactNode>) {
  const { part, toggle } = beside;
  if (part === 'none') return null;
  const label = PARTS.find((one) => one.part === part)?.label ?? '';
  return (
    <aside className={classes.aside} aria-label={label}>
      <div className={classes.bar}>
        <h2 className={classes.asideTitle}>{label}</h2>
        <button
          type="button"
          className={classes.tool}
          aria-label={`Close ${label}`}
          onClick={() => toggle(part)}
        >
          <IconX size={15} stroke={1.75} aria-hidden />
        </button>
      </div>
      {parts[part]}
    </aside>
  );
}

interface RequestPartsProps {
  variables: ReactNode;
  headers: ReactNode;
  problem: string | null;
}

/** What goes along with the query. */
function RequestParts({ variables, headers, problem }: RequestPartsProps) {
  const [tab, setTab] = useState<'variables' | 'headers'>('variables');
  return (
    <div className={classes.parts}>
      <div className={classes.bar} role="tablist" aria-label="Parts of the request">
        {(['variables', 'headers'] as const).map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            className={classes.tab}
            aria-selected={tab === one}
            onClick={() => setTab(one)}
          >
            {one === 'variables' ? 'Variables' : 'Headers'}
          </button>
        ))}
      </div>
      {problem !== null && (
        <p className={classes.failure} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.part} hidden={tab !== 'variables'}>
        {variables}
      </div>
      {tab === 'headers' && <div className={classes.part}>{headers}</div>}
    </div>
  );
}
