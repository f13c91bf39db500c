import { Link } from '@tanstack/react-router';
import { useProject } from '../../api/use-project.ts';
import { RowMenu } from '../../ui/menus/row-menu.tsx';
import { Tag } from '../../ui/status/tag.tsx';
import { createDisabledReason } from './actions/disabled-reason.ts';
import { FavoriteButton } from './actions/favorite-button.tsx';
import type { AskedReport } from './actions/report-dialogs.tsx';
import { reportMenu } from './actions/report-menu.ts';
import type { ReportActions } from './actions/use-report-actions.ts';
import type { EditedReport, Report } from './content/use-report-saver.ts';
import classes from './report-header.module.css';
import { ReportTitle } from './report-title.tsx';
import { SavingState } from './saving-state.tsx';

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
