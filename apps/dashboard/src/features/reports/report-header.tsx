import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { useProject } from '../../api/use-project.ts';
import { type SaveState, saveStatus } from '../../lib/saving/save-machine.ts';
import { InlineName } from '../../ui/fields/inline-name.tsx';
import { RowMenu } from '../../ui/menus/row-menu.tsx';
import { Tag } from '../../ui/status/tag.tsx';
import { createDisabledReason } from './actions/disabled-reason.ts';
import { FavoriteButton } from './actions/favorite-button.tsx';
import type { AskedReport } from './actions/report-dialogs.tsx';
import { reportMenu } from './actions/report-menu.ts';
import type { ReportActions } from './actions/use-report-actions.ts';
import type { EditedReport, Report } from './content/use-report-saver.ts';
import classes from './report-header.module.css';

interface ReportHeaderProps {
  projectRef: string;
  report: Report;
  edited: EditedReport;
  actions: ReportActions;
  onAsk: (asked: AskedReport) => void;
}

/** What a report is called, whose it is, and whether it is saved. */
export function ReportHeader({ projectRef, report, edited, actions, onAsk }: ReportHeaderProps) {
  const { id, name, description, visibility, favorite, owner, can_update } = report;
  const { data: project } = useProject(projectRef);
  const change = (changes: { name?: string; favorite?: boolean }) =>
    void actions.change.run({ ref: projectRef, id, ...changes });
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <Link to="/project/$ref/reports" params={{ ref: projectRef }} className={classes.back}>
          Reports
        </Link>
        <div className={classes.line}>
          {can_update ? (
            <ReportTitle name={name} onRename={(next) => change({ name: next })} />
          ) : (
            <h1 className={classes.title} title={name}>
              {name}
            </h1>
          )}
          <FavoriteButton name={name} isFavorite={favorite} onChange={(next) => change({ favorite: next })} />
          {visibility === 'project' && <Tag title="Everybody who can open this project sees it">Shared</Tag>}
        </div>
        {(description !== '' || !can_update) && (
          <p className={classes.description}>
            {can_update ? description : [`By ${owner.email}.`, description].join(' ').trim()}
          </p>
        )}
      </div>
      <div className={classes.actions}>
        {can_update && <SavingState saving={edited.saving} onRetry={edited.retry} />}
        <RowMenu
          label="Report actions"
          entries={() =>
            reportMenu(report, {
              ask: onAsk,
              duplicate: () => void actions.duplicate.run({ id }),
              createDisabledReason: createDisabledReason(project),
            })
          }
        />
      </div>
    </header>
  );
}

interface ReportTitleProps {
  name: string;
  onRename: (name: string) => void;
}

/** A heading that becomes a field when it is pressed. */
function ReportTitle({ name, onRename }: ReportTitleProps) {
  const [isNaming, setNaming] = useState(false);
  if (isNaming) {
    return (
      <InlineName
        label="Name of the report"
        name={name}
        size="heading"
        onCancel={() => setNaming(false)}
        onSave={(next) => {
          setNaming(false);
          onRename(next);
        }}
      />
    );
  }
  return (
    <h1 className={classes.reportTitleTitle}>
      <button type="button" className={classes.button} title="Rename" onClick={() => setNaming(true)}>
        {name}
      </button>
    </h1>
  );
}

/** Whether the server has what is shown. */
function SavingState({ saving, onRetry }: { saving: SaveState<unknown>; onRetry: () => void }) {
  const status = saveStatus(saving);
  const hasFailed = saving.phase === 'failed';
  return (
    <span className={classes.state} data-status={status}>
      <span role="status" title={hasFailed ? toApiError(saving.error).message : undefined}>
        {status === 'IDLE' && <IconCheck size={14} stroke={1.75} aria-hidden="true" />}
        {status === 'UPDATING_FAILED' && <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" />}
        {LABELS[status]}
      </span>
      {hasFailed && (
        <Button size="xs" onClick={onRetry}>
          Save again
        </Button>
      )}
    </span>
  );
}

const LABELS = { IDLE: 'Saved', UPDATING: 'Saving…', UPDATING_FAILED: 'Not saved' };
