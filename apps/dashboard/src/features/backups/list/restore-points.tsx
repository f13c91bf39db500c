import type { RestorePoint } from '@basalt/contract';
import { useEffect, useRef, useState } from 'react';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { ActionRow, ActionRows } from '../../../ui/lists/action-row.tsx';
import { Pager } from '../../../ui/lists/pager.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import type { BackupsShown } from '../restore/backups-shown.ts';
import { baseBytes } from '../restore/target-moment.ts';
import { pointLabels, pointReason } from '../state/backup-labels.ts';
import { disabledReason } from '../state/disabled-reason.ts';
import { momentText } from '../time/moment-labels.ts';
import classes from './restore-points.module.css';

const PAGE_SIZE = 10;

/** The named moments of a project. Nothing where there are none and none can be taken. */
export function RestorePoints(shown: BackupsShown) {
  const { overview, picked } = shown;
  const { restore_points: points } = overview;
  const [wantedPage, setPage] = useState(1);
  const page = Math.min(wantedPage, Math.max(1, Math.ceil(points.length / PAGE_SIZE)));
  const pickedName = picked?.pointName ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another pick turns the page
  useEffect(() => {
    const place = points.findIndex(({ name }) => name === pickedName);
    if (place >= 0) setPage(Math.floor(place / PAGE_SIZE) + 1);
  }, [picked]);
  if (points.length === 0 && !overview.pitr.enabled) return null;
  return (
    <Section
      title="Restore points"
      description="Moments with a name, to which this project can be put back. The SQL editor offers to take one before something is removed."
    >
      {points.length === 0 && <p className={classes.none}>There are none yet.</p>}
      {points.length > 0 && (
        <ActionRows>
          {points.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((point) => (
            <PointRow key={point.name} {...shown} point={point} isPicked={point.name === pickedName} />
          ))}
        </ActionRows>
      )}
      {points.length > PAGE_SIZE && (
        <Pager
          noun="restore points"
          page={page}
          pageSize={PAGE_SIZE}
          total={points.length}
          onPage={setPage}
        />
      )}
    </Section>
  );
}

interface PointRowProps extends BackupsShown {
  point: RestorePoint;
  /** Picked in the timeline. */
  isPicked: boolean;
}

function PointRow({ project, overview, zone, running, onRestore, point, isPicked }: PointRowProps) {
  const at = Date.parse(point.at);
  const isBusy = running !== null;
  const reason = pointReason(point.state);
  const target = { kind: 'moment', at, bytes: baseBytes(overview.backups, at) } as const;
  return (
    <ActionRow
      title={<PickedName name={point.name} isPicked={isPicked} />}
      text={
        <>
          {momentText(at, zone)} · <TimeAgo date={point.at} /> · {pointLabels(point.state)}
        </>
      }
      action={
        <>
          <GuardedButton
            reason={disabledReason('restore-to-new', project, isBusy) ?? reason}
            onClick={() => onRestore('new-project', target)}
          >
            Restore into a new project
          </GuardedButton>
          <GuardedButton
            reason={disabledReason('restore', project, isBusy) ?? reason}
            onClick={() => onRestore('in-place', target)}
          >
            Restore in place
          </GuardedButton>
        </>
      }
    />
  );
}

/** Comes into view when it is picked in the timeline. */
function PickedName({ name, isPicked }: { name: string; isPicked: boolean }) {
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isPicked) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isPicked]);
  return (
    <span ref={element} className={classes.name} data-picked={isPicked || undefined}>
      {name}
    </span>
  );
}
