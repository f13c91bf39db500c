import { type ContentSummary, type SaveContentInput, SNIPPET_SAVE_DELAY } from '@basalt/contract';
import { toApiError } from '../../../api/api-error.ts';
import type { SavePhase } from '../../../lib/saving/save-machine.ts';
import { createSaver } from '../../../lib/saving/saver.ts';
import type { TextChange, TextEdit } from '../../../lib/saving/text-change.ts';
import { createDraftKeeper } from '../drafts/draft-keeper.ts';
import type { SnippetDraft } from '../drafts/snippet-draft.ts';
import { textHash } from '../drafts/text-hash.ts';
import { retryDelay } from './retry-delay.ts';
import { factsOf, type SnippetFacts, type SqlItem } from './snippet-facts.ts';

/** A snippet as it is worked on in this page: an unchanging picture of the moment. */
export interface SnippetView {
  facts: SnippetFacts;
  phase: SavePhase;
  /** Why the last save failed. */
  failure: string | null;
  /** In a conflict: what the server has. */
  theirs: SqlItem | null;
  isNew: boolean;
  /** Something was changed that is only kept in this browser, for good. */
  isOnlyHere: boolean;
  /** This browser could not keep the text. */
  isUnkept: boolean;
  /** Counts how often the text was put in by somebody else than the editor, when no editor could do it. */
  generation: number;
}

/** Where texts go; a test brings its own. */
interface SnippetPorts {
  save: (body: SaveContentInput) => Promise<SqlItem>;
  keepDraft: (
    draft: Pick<SnippetDraft, 'sql' | 'facts' | 'version' | 'sentMark' | 'isLocal'>,
  ) => Promise<boolean>;
  /** Keeps at once how the text differs from `base`, which is kept. Answers whether that worked. */
  keepChange: (base: string, change: TextChange) => boolean;
  dropDraft: () => void;
  onSaved: (item: SqlItem, wasNew: boolean) => void;
  onChange: () => void;
}

export interface SnippetStart {
  facts: SnippetFacts;
  sql: string;
  /** The version that `sql` was made from; 0 when the server has none. */
  version: number;
  sentMark?: string | null;
  /** The text is not on the server yet. */
  isChanged: boolean;
  maySave: boolean;
}

export type OpenSnippet = ReturnType<typeof createOpenSnippet>;

/** One snippet that is worked on. It lives outside of React: saving goes on when another page is shown. */
export function createOpenSnippet(start: SnippetStart, ports: SnippetPorts) {
  const { maySave } = start;
  let { facts } = start;
  /** A name that was given here and that the server has not confirmed: what it tells meanwhile is older. */
  let ownName: string | null = null;
  let read = () => start.sql;
  let view: SnippetView | null = null;
  let failure: string | null = null;
  let isUnkept = false;
  let isOnlyHere = start.isChanged && !maySave;
  let generation = 0;
  let replaceInEditor: ((text: string) => void) | null = null;
  let isReplacing = false;
  /** Marks of texts that were sent and may have arrived, though no answer came. */
  const sent = new Set(start.sentMark == null ? [] : [start.sentMark]);
  let lastMark = start.sentMark ?? null;
  let keptVersion = start.version;

  const saver = createSaver<{ sql: string; facts: SnippetFacts }, SqlItem>({
    version: start.version,
    delay: SNIPPET_SAVE_DELAY,
    read: () => ({ sql: read(), facts }),
    save,
    conflictOf,
    retryIn: (error, failures) => retryDelay(toApiError(error).status, failures),
    onState(state) {
      failure = state.phase === 'failed' ? toApiError(state.error).message : null;
      if (state.phase === 'idle') forgetDraft();
      // What was typed during a save is based on what the server has now.
      else if (state.version !== keptVersion) keep(read());
      show();
    },
  });
  const keeper = createDraftKeeper({ keep, keepChange: ports.keepChange }, start.sql.length);

  async function save({ sql, facts: now }: { sql: string; facts: SnippetFacts }, version: number) {
    lastMark = textHash(sql);
    sent.add(lastMark);
    keep(read());
    let item: SqlItem;
    try {
      item = await ports.save(bodyOf(now, sql, version));
    } catch (error) {
      const theirs = conflictOf(error);
      // The answer to an earlier save was lost: what the server has came from here.
      if (theirs === null || !sent.has(textHash(theirs.content.sql))) throw error;
      item = await ports.save(bodyOf(now, sql, theirs.version));
    }
    sent.clear();
    lastMark = null;
    if (ownName === now.name) ownName = null;
    takeFacts(item);
    ports.onSaved(item, version === 0);
    return item;
  }

  /** Everything that the server says, but a name that it does not know yet. */
  function takeFacts(item: SqlItem | ContentSummary): void {
    facts = { ...factsOf(item), name: ownName ?? item.name };
  }

  function keep(sql: string): void {
    const { version } = saver.state();
    keptVersion = version;
    const draft = { sql, facts, version, sentMark: lastMark, isLocal: !maySave };
    keeper.keeping(sql);
    void ports.keepDraft(draft).then((isKept) => {
      keeper.kept(sql, isKept);
      if (isUnkept === !isKept) return;
      isUnkept = !isKept;
      show();
    });
  }

  function forgetDraft(): void {
    keeper.forget();
    ports.dropDraft();
  }

  function show(): void {
    const { phase, current, version } = saver.state();
    const next = {
      facts,
      phase,
      failure,
      theirs: current,
      isNew: version === 0,
      isOnlyHere,
      isUnkept,
      generation,
    };
    // Most keys change nothing that anybody shows.
    if (view !== null && isSame(view, next)) return;
    view = next;
    ports.onChange();
  }

  /** The server's text takes the place of what is here; the editor can undo it. */
  function load(item: SqlItem): void {
    ownName = null;
    facts = factsOf(item);
    read = () => item.content.sql;
    isOnlyHere = false;
    forgetDraft();
    if (replaceInEditor === null) generation += 1;
    else {
      isReplacing = true;
      replaceInEditor(item.content.sql);
      isReplacing = false;
    }
    saver.settle(item.version);
    show();
  }

  show();
  if (start.isChanged) {
    keep(start.sql);
    if (maySave) saver.changed();
  }

  return {
    view: () => view as SnippetView,
    text: () => read(),
    maySave,
    changed(newText: () => string, edit?: TextEdit): void {
      if (isReplacing) return;
      read = newText;
      keeper.changed(newText, edit);
      if (maySave) saver.changed();
      else if (!isOnlyHere) {
        isOnlyHere = true;
        show();
      }
    },
    keepNow: () => keeper.flush(),
    /** Sends what the server does not have yet, now. */
    saveNow(): void {
      keeper.flush();
      if (maySave) saver.flush();
    },
    /** Resolves once everything is saved, or cannot be for now. */
    async settled(): Promise<void> {
      if (maySave) saver.flush();
      for (let tries = 0; tries < 100 && ['waiting', 'saving'].includes(saver.state().phase); tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 50));
    },
    /** Gives a name to a snippet that the server does not have yet; that is a first change. */
    nameNew(name: string): void {
      ownName = name;
      facts = { ...facts, name };
      keep(read());
      saver.changed();
      show();
    },
    /** A name is on its way to the server, and saves must not send the one before. Answers how to say that it arrived or not. */
    naming(name: string): (isTaken: boolean) => void {
      const before = facts.name;
      ownName = name;
      facts = { ...facts, name };
      show();
      return (isTaken) => {
        if (ownName !== name) return;
        ownName = null;
        if (!isTaken) facts = { ...facts, name: before };
        show();
      };
    },
    /** The server told about the snippet: another page, another person, or this one. */
    noticed(item: SqlItem | ContentSummary): void {
      const { phase, version } = saver.state();
      if (item.version < version) return;
      if (item.version === version || !('content' in item)) {
        if (facts.updatedAt !== null && item.updated_at < facts.updatedAt) return;
        takeFacts(item);
        show();
      } else if (phase === 'idle' && !isOnlyHere) load(item);
      // The server compares; it knows better what is a conflict.
      else saver.flush();
    },
    keepMine(): void {
      const { current } = saver.state();
      if (current === null) return;
      saver.settle(current.version);
      keep(read());
      saver.changed();
      saver.flush();
    },
    takeTheirs(): void {
      const { current } = saver.state();
      if (current !== null) load(current);
    },
    discard: (item: SqlItem) => load(item),
    /** Nothing is to be saved or kept any more: the snippet is deleted. */
    drop(): void {
      forgetDraft();
      saver.settle(saver.state().version);
    },
    /** The editor that shows the text; answers how to say that it is gone. */
    mounted(replace: (text: string) => void): () => void {
      replaceInEditor = replace;
      return () => {
        if (replaceInEditor === replace) replaceInEditor = null;
      };
    },
  };
}

function isSame(a: SnippetView, b: SnippetView): boolean {
  return (Object.keys(a) as (keyof SnippetView)[]).every((key) => a[key] === b[key]);
}

function bodyOf(facts: SnippetFacts, sql: string, version: number): SaveContentInput {
  return {
    id: facts.id,
    type: 'sql',
    name: facts.name,
    description: facts.description,
    visibility: facts.visibility,
    folder_id: facts.folderId,
    version,
    content: { content_id: facts.id, schema_version: '1.0', sql },
  };
}

/** What the server has instead of what was to be saved. */
function conflictOf(error: unknown): SqlItem | null {
  const { code, details } = toApiError(error);
  const current = (details as { current?: SqlItem } | undefined)?.current;
  return code === 'conflict' && current?.type === 'sql' ? current : null;
}
