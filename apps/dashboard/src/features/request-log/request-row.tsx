import type { RequestLogEntry } from '@basalt/contract';
import { useId, useState } from 'react';
import { StateLabel } from '../../ui/status/state-label.tsx';
import { clockTime, dayAndTime, durationLabels } from './log-labels.ts';
import { RequestDetails } from './request-details.tsx';
import classes from './request-list.module.css';
import { statusLabels, statusTone } from './status-labels.ts';

/** One request; pressing it unfolds everything that is known about it. */
export function RequestRow({ entry }: { entry: RequestLogEntry }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { at, method, path, status, milliseconds, role } = entry;
  return (
    <li className={classes.entry}>
      <button
        type="button"
        className={classes.row}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <time className={classes.time} dateTime={at} title={dayAndTime(at)}>
          {clockTime(at)}
        </time>
        <span>{method}</span>
        <StateLabel
          tone={statusTone(status)}
          label={String(status)}
          title={statusLabels(status) ?? undefined}
        />
        <span className={classes.path} title={path}>
          <bdi>{path}</bdi>
        </span>
        <span className={classes.role}>{role ?? '–'}</span>
        <span className={classes.duration}>{durationLabels(milliseconds)}</span>
      </button>
      {isOpen && (
        <div id={id} className={classes.details}>
          <RequestDetails entry={entry} />
        </div>
      )}
    </li>
  );
}
