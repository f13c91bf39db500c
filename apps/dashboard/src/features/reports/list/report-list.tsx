import type { ContentSummary } from '@basalt/contract';
import { IconActivity, IconChartBar } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import rowLink from '../../../ui/lists/row-link.module.css';
import { RowMenu } from '../../../ui/menus/row-menu.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import { FavoriteButton } from '../actions/favorite-button.tsx';
import type { AskedReport } from '../actions/report-dialogs.tsx';
import { reportMenu } from '../actions/report-menu.ts';
import classes from './report-list.module.css';

interface ReportListProps {
  projectRef: string;
  reports: readonly ContentSummary[];
  hasBuiltIn: boolean;
  createDisabledReason: string | null;
  onAsk: (asked: AskedReport) => void;
  onDuplicate: (id: string) => void;
  onFavorite: (id: string, favorite: boolean) => void;
}

/** Reports, one row each; the one that every project has stands first. */
export function ReportList(props: ReportListProps) {
  const { projectRef, reports, hasBuiltIn } = props;
  return (
    <ul className={classes.list} aria-label="Reports">
      {hasBuiltIn && (
        <li className={classes.row}>
          <IconActivity size={17} stroke={1.6} className={classes.icon} aria-hidden="true" />
          <div className={classes.words}>
            <Link to="/project/$ref/reports/database" params={{ ref: projectRef }} className={rowLink.link}>
              Database
            </Link>
            <p className={classes.text}>Connections, memory, size and the slowest queries of this project.</p>
          </div>
          <span className={classes.state}>
            <Tag>Built in</Tag>
          </span>
        </li>
      )}
      {reports.map((report) => (
        <ReportRow key={report.id} {...props} report={report} />
      ))}
    </ul>
  );
}

function ReportRow(props: ReportListProps & { report: ContentSummary }) {
  const { projectRef, report, createDisabledReason, onAsk, onDuplicate, onFavorite } = props;
  const { id, name, description, visibility, favorite, owner, updated_at, can_update } = report;
  return (
    <li className={classes.row}>
      <IconChartBar size={17} stroke={1.6} className={classes.icon} aria-hidden="true" />
      <div className={classes.words}>
        <Link
          to="/project/$ref/reports/$id"
          params={{ ref: projectRef, id }}
          className={rowLink.link}
          title={name}
        >
          {name}
        </Link>
        <p className={classes.text} title={description}>
          {can_update ? description : `By ${owner.email}${description === '' ? '' : ` · ${description}`}`}
        </p>
      </div>
      <span className={classes.state}>
        {visibility === 'project' && <Tag title="Everybody who can open this project sees it">Shared</Tag>}
      </span>
      <span className={classes.time}>
        <TimeAgo date={updated_at} />
      </span>
      <span className={classes.buttons}>
        <FavoriteButton name={name} isFavorite={favorite} onChange={(next) => onFavorite(id, next)} />
        <RowMenu
          label={`Actions for ${name}`}
          entries={() =>
            reportMenu(report, { ask: onAsk, duplicate: () => onDuplicate(id), createDisabledReason })
          }
        />
      </span>
    </li>
  );
}
