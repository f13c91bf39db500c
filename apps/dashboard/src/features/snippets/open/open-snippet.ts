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

/** The state of an open snippet for components. It never changes; a change makes a new object. */
export interface SnippetView {
  facts: SnippetFacts;
  phase: SavePhase;
  /** Why the last save failed. */
  failure: string | null;
  /** The saved snippet, if it conflicts with the text here. */
  theirs: SqlItem | null;
  isNew: boolean;
  /** The text has changes that this person may not save, so only this browser has them. */
  isOnlyHere: boolean;
  /** The browser refused to store the draft. */
  isUnkept: boolean;
  /** Counts how often the text was replaced while no editor showed it. */
  generation: number;
}

/** Where texts go; a test brings its own. */
interface SnippetPorts {
  save: (body: SaveContentInput) => Promise<SqlItem>;
  keepDraft: (
    draft: Pick<SnippetDraft, 'sql' | 'facts' | 'version' | 'sentMark' | 'isLocal'>,
  ) => Promise<boolean>;
  /** Stores at once how the text differs from `base`, which is stored already. Returns whether that worked. */
  keepChange: (base: string, change: TextChange) => boolean;
  dropDraft: () => void;
  onSaved: (item: SqlItem, wasNew: boolean) => void;
  onChange: () => void;
}

export interface SnippetStart {
  facts: SnippetFacts;
  sql: string;
  /** The saved version that `sql` is based on; 0 if it was never saved. */
  version: number;
  sentMark?: string | null;
  /** The text has changes that are not saved. */
  isChanged: boolean;
  maySave: boolean;
}

export type OpenSnippet = ReturnType<typeof createOpenSnippet>;

/** Opens one snippet for editing. It lives outside of React, so that saving goes on when another page is shown. */
export function createOpenSnippet(start: SnippetStart, ports: SnippetPorts) {
  const { maySave } = start;
  let { facts } = start;
  /** The new name while a rename is on its way. Until it is confirmed, answers of the server still hold the old name. */
  let ownName: string | null = null;
  let read = () => start.sql;
  let view: SnippetView | null = null;
  let failure: string | null = null;
  let isUnkept = false;
  let isOnlyHere = start.isChanged && !maySave;
  let generation = 0;
  let replaceInEditor: ((text: string) => void) | null = null;
  let isReplacing = false;
  /** Hashes of texts that were sent without an answer. They may have been saved. */
  const sent = new Set(start.sentMark == null ? [] : [start.sentMark]);
  let lastSentHash = start.sentMark ?? null;
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
      // The save has raised the version. The draft must name the new one.
      else if (state.version !== keptVersion) keep(read());
      show();
    },
  });
  const keeper = createDraftKeeper({ keep, keepChange: ports.keepChange }, start.sql.length);

  async function save({ sql, facts: now }: { sql: string; facts: SnippetFacts }, version: number) {
    lastSentHash = textHash(sql);
    sent.add(lastSentHash);
    keep(read());
    let item: SqlItem;
    try {
      item = await ports.save(bodyOf(now, sql, version));
    } catch (error) {
      const theirs = conflictOf(error);
      // The saved text was sent from here and only the answer was lost, so this is no conflict.
      if (theirs === null || !sent.has(textHash(theirs.content.sql))) throw error;
      item = await ports.save(bodyOf(now, sql, theirs.version));
    }
    sent.clear();
    lastSentHash = null;
    if (ownName === now.name) ownName = null;
    takeFacts(item);
    ports.onSaved(item, version === 0);
    return item;
  }

  /** Takes over what the server says, except the name while a rename is on its way. */
  function takeFacts(item: SqlItem | ContentSummary): void {
    facts = { ...factsOf(item), name: ownName ?? item.name };
  }

  function keep(sql: string): void {
    const { version } = saver.state();
    keptVersion = version;
    const draft = { sql, facts, version, sentMark: lastSentHash, isLocal: !maySave };
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
    // Most keys change nothing in the view. Components are then not told.
    if (view !== null && isSame(view, next)) return;
    view = next;
    ports.onChange();
  }

  /** Replaces the text with the saved one. The editor can undo that. */
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
    /** Saves unsaved changes now. */
    saveNow(): void {
      keeper.flush();
      if (maySave) saver.flush();
    },
    /** Resolves when no save is waiting or running any more, whether it worked or not. Gives up after five seconds. */
    async settled(): Promise<void> {
      if (maySave) saver.flush();
      for (let tries = 0; tries < 100 && ['waiting', 'saving'].includes(saver.state().phase); tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 50));
    },
    /** Names a snippet that was never saved. This counts as its first change. */
    nameNew(name: string): void {
      ownName = name;
      facts = { ...facts, name };
      keep(read());
      saver.changed();
      show();
    },
    /**
     * Call it before a rename is sent, so that saves in the meantime do not send the old name.
     * Returns a function to call with whether the rename worked.
     */
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
    /** Call it with every newer state of the snippet that the server or another tab sends. */
    noticed(item: SqlItem | ContentSummary): void {
      const { phase, version } = saver.state();
      if (item.version < version) return;
      if (item.version === version || !('content' in item)) {
        if (facts.updatedAt !== null && item.updated_at < facts.updatedAt) return;
        takeFacts(item);
        show();
      } else if (phase === 'idle' && !isOnlyHere) load(item);
      // There are unsaved changes. Saving them shows whether they conflict.
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
    /** Forgets unsaved changes and the draft, because the snippet was deleted. */
    drop(): void {
      forgetDraft();
      saver.settle(saver.state().version);
    },
    /** Registers the editor that shows the text. Returns a function to call when the editor is gone. */
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

/**
 * Who sees the snippet, and the folder it is in, is said by the first save only. Both change without a new version, so
 * a page that has not heard of it would take back with its next text what was done elsewhere.
 */
function bodyOf(facts: SnippetFacts, sql: string, version: number): SaveContentInput {
  return {
    id: facts.id,
    type: 'sql',
    name: facts.name,
    description: facts.description,
    ...(version === 0 && { visibility: facts.visibility, folder_id: facts.folderId }),
    version,
    content: { content_id: facts.id, schema_version: '1.0', sql },
  };
}

/** Returns the saved snippet that a refused save conflicts with. */
function conflictOf(error: unknown): SqlItem | null {
  const { code, details } = toApiError(error);
  const current = (details as { current?: SqlItem } | undefined)?.current;
  return code === 'conflict' && current?.type === 'sql' ? current : null;
}
