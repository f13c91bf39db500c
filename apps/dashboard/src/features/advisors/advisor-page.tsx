import type { AdvisorReport } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { toApiError } from '../../api/api-error.ts';
import { saveFile } from '../../lib/save-file.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { MenuButton } from '../../ui/menus/menu-button.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import classes from './advisor-page.module.css';
import { type AdvisorKind, countLevels, findingsAsCsv, groupFindings } from './group-findings.ts';
import { GroupSection } from './group-section.tsx';
import { useAdvice } from './use-advice.ts';
import { useFix } from './use-fix.tsx';

const WORDS = {
  security: {
    title: 'Security advisor',
    description: 'Checks that look for ways in which data of this project could reach others.',
  },
  performance: {
    title: 'Performance advisor',
    description: 'Checks that look for what makes this database slow, or will.',
  },
} as const;

interface AdvisorPageProps {
  projectRef: string;
  kind: AdvisorKind;
  /** Shows what was ignored, in place of what is open. */
  isIgnoredShown: boolean;
  onShow: (isIgnoredShown: boolean) => void;
}

/** What the checks of one kind found, what it means, and the SQL that mends it. */
export function AdvisorPage({ projectRef, kind, isIgnoredShown, onShow }: AdvisorPageProps) {
  const advice = useAdvice(projectRef);
  const { data, error, isError, refetch } = advice.report;
  const fix = useFix(projectRef, advice.runAgain);
  const groups = data === undefined ? [] : groupFindings(data.findings, kind, isIgnoredShown);
  const shown = groups.flatMap(({ findings }) => findings);
  const file = (ending: 'csv' | 'json') => {
    const [type, text] =
      ending === 'csv'
        ? ['text/csv', findingsAsCsv(shown)]
        : ['application/json', JSON.stringify(shown, null, 2)];
    saveFile(`${kind}-advisor.${ending}`, type, text);
  };
  return (
    <Page
      title={WORDS[kind].title}
      description={WORDS[kind].description}
      actions={
        <>
          {data !== undefined && (
            <span className={classes.updated}>
              Checked <TimeAgo key={data.ran_at} date={new Date(data.ran_at)} />
            </span>
          )}
          <MenuButton
            label="Export"
            align="end"
            entries={() => [
              { label: 'As CSV', onChoose: () => file('csv') },
              { label: 'As JSON', onChoose: () => file('json') },
            ]}
          />
          <Button
            leftSection={<IconRefresh size={15} stroke={1.75} aria-hidden="true" />}
            loading={advice.isRunning}
            onClick={() => void advice.runAgain()}
          >
            Run again
          </Button>
        </>
      }
    >
      {data === undefined && isError && (
        <ErrorState
          error={error}
          title={
            toApiError(error).status === 403
              ? 'You cannot see what the advisors find'
              : 'The checks could not be made'
          }
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !isError && (
        <div role="status" aria-label="Checking the database" className={classes.stack}>
          <Skeleton height={140} radius={10} />
          <Skeleton height={140} radius={10} />
          <Skeleton height={140} radius={10} />
        </div>
      )}
      {data !== undefined && (
        <div className={classes.stack}>
          <Unavailable report={data} kind={kind} />
          <div className={classes.bar}>
            <ChoiceField
              label="Show"
              options={[
                { value: 'open', label: 'Open findings' },
                { value: 'ignored', label: 'Ignored findings' },
              ]}
              value={isIgnoredShown ? 'ignored' : 'open'}
              onChange={(value) => onShow(value === 'ignored')}
            />
            <p className={classes.count} role="status">
              {countLevels(shown) ?? 'No findings'}
            </p>
          </div>
          {groups.length === 0 && <NothingFound report={data} kind={kind} isIgnoredShown={isIgnoredShown} />}
          {groups.map((group) => (
            <GroupSection
              key={group.name}
              projectRef={projectRef}
              group={group}
              isCut={data.truncated.includes(group.name)}
              fix={fix}
              onChanged={advice.refresh}
            />
          ))}
        </div>
      )}
      {fix.question}
    </Page>
  );
}

interface ReportProps {
  report: AdvisorReport;
  kind: AdvisorKind;
}

/** What could not be looked at: nothing is known about it, which is not good news. */
function Unavailable({ report, kind }: ReportProps) {
  const failed = report.unavailable.filter(({ category }) => category.toLowerCase() === kind);
  if (failed.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title={failed.length === 1 ? '1 check could not be made' : `${failed.length} checks could not be made`}
    >
      <ul className={classes.reasons}>
        {failed.map(({ name, title, reason }) => (
          <li key={name}>
            {title} could not be looked at, because: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function NothingFound({ report, kind, isIgnoredShown }: ReportProps & { isIgnoredShown: boolean }) {
  if (isIgnoredShown)
    return (
      <EmptyState title="Nothing is ignored" text="Findings that you ignore, with a reason, are kept here." />
    );
  const failed = report.unavailable.filter(({ category }) => category.toLowerCase() === kind).length;
  const made = report.checks[kind] - failed;
  return (
    <EmptyState
      icon={<IconCircleCheck size={28} stroke={1.5} />}
      title="Nothing found"
      text={`${made} checks ran. What was ignored is not counted.`}
    />
  );
}
