import { type ContentItem, type ReportContent, SNIPPET_SAVE_DELAY } from '@basalt/contract';
import { ORPCError } from '@orpc/client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { api, orpc } from '../../../api/client.ts';
import { type Persisted, readPersisted, writePersisted } from '../../../lib/persisted.ts';
import { type SaveState, savedState } from '../../../lib/saving/save-machine.ts';
import { createSaver, type Saver } from '../../../lib/saving/saver.ts';

export type Report = Extract<ContentItem, { type: 'report' }>;

export interface EditedReport {
  content: ReportContent;
  saving: SaveState<Report>;
  /** Changes what is shown and, where the caller may, what is saved. */
  edit: (change: (content: ReportContent) => ReportContent) => void;
  /** Tries again to save what could not be saved. */
  retry: () => void;
  /** Ends a conflict by showing what the server has. */
  takeTheirs: () => void;
}

/** Longest pause between attempts to save while the server does not answer, in milliseconds. */
const MAX_RETRY_PAUSE = 30_000;

/** The content of a report as it is being edited, kept in this browser until the server has it. */
export function useReportSaver(projectRef: string, report: Report): EditedReport {
  const { id, can_update } = report;
  const queries = useQueryClient();
  const [draft] = useState(() => (can_update ? readReportDraft(projectRef, id) : null));
  const [content, setContent] = useState(draft?.content ?? report.content);
  const [saving, setSaving] = useState(() => savedState<Report>(draft?.version ?? report.version));
  const shown = useRef(content);
  const latest = useRef(report);
  latest.current = report;
  const saver = useRef<Saver<Report>>(null);

  useEffect(() => {
    const created = createSaver<ReportContent, Report>({
      version: draft?.version ?? latest.current.version,
      delay: SNIPPET_SAVE_DELAY,
      read: () => shown.current,
      save: async (value, version) => {
        // Not who sees it: a page that has not heard that it was shared would take that back.
        const { name, description } = latest.current;
        const saved = await api.content.save({
          params: { ref: projectRef },
          body: { type: 'report', id, name, description, version, content: value },
        });
        forgetReportDraft(projectRef, id, value);
        queries.setQueryData(orpc.content.item.queryKey({ input: { ref: projectRef, id } }), saved);
        return saved;
      },
      conflictOf,
      retryIn: (error, failures) => {
        const { status } = toApiError(error);
        return status === 0 || status >= 500 ? Math.min(MAX_RETRY_PAUSE, 2_000 * 2 ** failures) : null;
      },
      onState: setSaving,
    });
    saver.current = created;
    // What another visit could not save is saved now, or found to be in conflict with what came since.
    if (draft !== null) created.changed();
    const leave = () => created.flush();
    window.addEventListener('pagehide', leave);
    window.addEventListener('online', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', leave);
      created.close();
    };
  }, [projectRef, id, draft, queries]);

  const show = useCallback((next: ReportContent) => {
    shown.current = next;
    setContent(next);
  }, []);

  const edit = useCallback(
    (change: (content: ReportContent) => ReportContent) => {
      const next = change(shown.current);
      if (next === shown.current) return;
      show(next);
      if (!latest.current.can_update || saver.current === null) return;
      keepReportDraft(projectRef, id, { version: saver.current.state().version, content: next });
      saver.current.changed();
    },
    [projectRef, id, show],
  );

  // Another tab, or another day: what is shown follows the server as long as nothing here is unsaved.
  const { version } = report;
  useEffect(() => {
    const state = saver.current?.state();
    if (state?.phase !== 'idle' || version <= state.version) return;
    saver.current?.settle(version);
    show(latest.current.content);
  }, [version, show]);

  const takeTheirs = useCallback(() => {
    const theirs = saver.current?.state().current;
    if (theirs === null || theirs === undefined) return;
    forgetReportDraft(projectRef, id, shown.current);
    queries.setQueryData(orpc.content.item.queryKey({ input: { ref: projectRef, id } }), theirs);
    saver.current?.settle(theirs.version);
    show(theirs.content);
  }, [projectRef, id, queries, show]);

  const retry = useCallback(() => saver.current?.flush(), []);
  return { content, saving, edit, retry, takeTheirs };
}

/** What the server has, where a save was refused because somebody else was first. */
function conflictOf(error: unknown): Report | null {
  if (toApiError(error).code !== 'conflict' || !(error instanceof ORPCError)) return null;
  const { details } = (error.data ?? {}) as { details?: { current?: Report } };
  return details?.current?.type === 'report' ? details.current : null;
}

/** Changes of a report that the server may not have. */
interface ReportDraft {
  /** The version of the report that was changed. */
  version: number;
  content: ReportContent;
}

const drafts: Persisted<Record<string, unknown>> = {
  topic: 'report-drafts',
  fallback: {},
  parse: (stored) => (typeof stored === 'object' && stored !== null ? { ...stored } : null),
};

/** What this browser kept of a report; null when there is nothing, or nothing that can be used. */
function readReportDraft(projectRef: string, id: string): ReportDraft | null {
  const stored = readPersisted(drafts, projectRef)[id] as Partial<ReportDraft> | undefined;
  if (typeof stored?.version !== 'number' || !Array.isArray(stored.content?.cards)) return null;
  return { version: stored.version, content: stored.content };
}

function keepReportDraft(projectRef: string, id: string, draft: ReportDraft): void {
  writePersisted(drafts, { ...readPersisted(drafts, projectRef), [id]: draft }, projectRef);
}

/** Forgets what was kept, unless another tab has kept something else since. */
function forgetReportDraft(projectRef: string, id: string, content: ReportContent): void {
  const { [id]: draft, ...rest } = readPersisted(drafts, projectRef);
  if (draft === undefined) return;
  const kept = (draft as Partial<ReportDraft>).content;
  if (JSON.stringify(kept) === JSON.stringify(content)) writePersisted(drafts, rest, projectRef);
}
