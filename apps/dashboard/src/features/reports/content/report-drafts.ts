import type { ReportContent } from '@basalt/contract';
import { type Persisted, readPersisted, writePersisted } from '../../../lib/persisted.ts';

/** Changes of a report that the server may not have. */
export interface ReportDraft {
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
export function readReportDraft(projectRef: string, id: string): ReportDraft | null {
  const stored = readPersisted(drafts, projectRef)[id] as Partial<ReportDraft> | undefined;
  if (typeof stored?.version !== 'number' || !Array.isArray(stored.content?.cards)) return null;
  return { version: stored.version, content: stored.content };
}

export function keepReportDraft(projectRef: string, id: string, draft: ReportDraft): void {
  writePersisted(drafts, { ...readPersisted(drafts, projectRef), [id]: draft }, projectRef);
}

/** Forgets what was kept, unless another tab has kept something else since. */
export function forgetReportDraft(projectRef: string, id: string, content: ReportContent): void {
  const { [id]: draft, ...rest } = readPersisted(drafts, projectRef);
  if (draft === undefined) return;
  const kept = (draft as Partial<ReportDraft>).content;
  if (JSON.stringify(kept) === JSON.stringify(content)) writePersisted(drafts, rest, projectRef);
}
