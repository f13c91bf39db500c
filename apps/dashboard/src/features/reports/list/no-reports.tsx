import { Button } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { listsBuiltIn, type ReportSearch } from './list-question.ts';

interface NoReportsProps {
  search: ReportSearch;
  /** Why none can be created; null when one can. */
  reason: string | null;
  onCreate: () => void;
  onSearch: (search: ReportSearch) => void;
}

/** Why a list has no report but the built-in one. */
export function NoReports({ search, reason, onCreate, onSearch }: NoReportsProps) {
  const { q, show } = search;
  if ((q ?? '') !== '' || show !== undefined) {
    if (listsBuiltIn(search)) return null;
    return (
      <EmptyState
        title="No reports match"
        text="Try another name, or show all reports."
        action={<Button onClick={() => onSearch({})}>Show all reports</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={<IconChartBar size={24} stroke={1.5} />}
      title="No reports of your own yet"
      text="Put queries side by side, as tables or charts, and come back to them whenever you want to know. A report is private until you share it."
      action={
        <GuardedButton reason={reason} onClick={onCreate}>
          Create the first report
        </GuardedButton>
      }
    />
  );
}
