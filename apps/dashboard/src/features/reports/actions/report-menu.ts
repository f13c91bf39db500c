import type { ContentSummary } from '@basalt/contract';
import type { MenuEntry } from '../../../ui/menus/menu-list.tsx';
import type { AskedReport } from './report-dialogs.tsx';

interface ReportMenuChoices {
  ask: (asked: AskedReport) => void;
  duplicate: () => void;
  /** Why nothing can be created; null when it can. */
  createDisabledReason: string | null;
}

/** What can be done with a report. Of somebody else's there are only copies. */
export function reportMenu(report: ContentSummary, choices: ReportMenuChoices): MenuEntry[] {
  const { ask, duplicate, createDisabledReason } = choices;
  const reason = report.can_update ? null : 'Only its owner can do this.';
  const isShared = report.visibility === 'project';
  return [
    { label: 'Rename', reason, onChoose: () => ask({ kind: 'rename', report }) },
    { label: 'Duplicate', reason: createDisabledReason, onChoose: duplicate },
    isShared
      ? { label: 'Make private', reason, onChoose: () => ask({ kind: 'unshare', report }) }
      : { label: 'Share with the project', reason, onChoose: () => ask({ kind: 'share', report }) },
    { label: 'Delete', tone: 'danger', reason, onChoose: () => ask({ kind: 'delete', report }) },
  ];
}
