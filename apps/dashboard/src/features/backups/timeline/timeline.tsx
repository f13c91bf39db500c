import type { BackupOverview } from '@basalt/contract';
import { type KeyboardEvent, memo, type PointerEvent, useMemo, useState } from 'react';
import { byteSize } from '../../../lib/format/byte-size.ts';
import type { BackupsShown } from '../restore/backups-shown.ts';
import { pointLabels, reasonLabels, trustOf } from '../state/backup-labels.ts';
import { minuteText, momentText } from '../time/moment-labels.ts';
import classes from './timeline.module.css';
import { momentAt, type TimelineMark, type TimelinePlot, timelinePlot } from './timeline-plot.ts';

interface TimelineProps {
  overview: BackupOverview;
  zone: string;
  now: number;
  picked: number | null;
  onPick: BackupsShown['onPick'];
}

/** So many marks would cover each other as dots. */
const DENSE = 40;

/** Backups over time: marks for backups and restore points, a band for what can be restored to the second. */
export const Timeline = memo(function Timeline(props: TimelineProps) {
  const { overview, zone, now, picked, onPick } = props;
  const plot = useMemo(() => timelinePlot(overview, zone, now), [overview, zone, now]);
  const [pointed, setPointed] = useState<number | null>(null);
  const [reached, setReached] = useState<string | null>(null);
  const shown = plot.marks.find(({ key }) => key === reached) ?? null;
  const isRecoverable = (x: number) =>
    plot.band !== null && x >= plot.band.x && x <= plot.band.x + plot.band.width;

  const shareOf = (event: { clientX: number; currentTarget: HTMLElement }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return (event.clientX - left) / width;
  };
  const follow = (event: PointerEvent<HTMLDivElement>) =>
    setPointed(event.pointerType === 'mouse' ? shareOf(event) : null);

  let caption = rangeLabels(plot, overview, zone);
  if (shown !== null) caption = markLabels(shown, zone);
  else if (pointed !== null && isRecoverable(pointed)) {
    caption = `${momentText(momentAt(plot, pointed), zone)}: can be restored to the second`;
  }

  return (
    <figure className={classes.figure}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the mouse; the fields below do the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the marks and the fields below are reached by keyboard */}
      <div
        className={classes.stage}
        data-recoverable={(pointed !== null && isRecoverable(pointed)) || undefined}
        onPointerMove={follow}
        onPointerLeave={() => setPointed(null)}
        onClick={(event) => {
          const x = shareOf(event);
          if (isRecoverable(x)) onPick({ at: momentAt(plot, x) });
        }}
      >
        <Picture plot={plot} pointed={pointed} picked={picked} />
        <Marks plot={plot} zone={zone} onReach={setReached} onPick={onPick} />
      </div>
      <div className={classes.axis} aria-hidden="true">
        {plot.ticks.map(({ x, label }) => (
          <span
            key={x}
            style={{ left: `${x * 100}%` }}
            data-edge={x > 0.94 ? 'end' : x < 0.04 ? 'start' : undefined}
          >
            {label}
          </span>
        ))}
      </div>
      <figcaption className={classes.caption}>{caption}</figcaption>
    </figure>
  );
});

function Picture({
  plot,
  pointed,
  picked,
}: {
  plot: TimelinePlot;
  pointed: number | null;
  picked: number | null;
}) {
  const { band, ticks, from, to } = plot;
  const chosen = picked === null ? null : (picked - from) / (to - from);
  return (
    <svg className={classes.picture} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      {ticks.map(({ x }) => (
        <line key={x} className={classes.tick} x1={x} x2={x} y1={0} y2={1} />
      ))}
      <line className={classes.ground} x1={0} x2={1} y1={0.5} y2={0.5} />
      {band !== null && (
        <rect className={classes.band} x={band.x} width={Math.max(band.width, 0.002)} y={0.25} height={0.5} />
      )}
      {pointed !== null && <line className={classes.pointer} x1={pointed} x2={pointed} y1={0} y2={1} />}
      {chosen !== null && chosen >= 0 && chosen <= 1 && (
        <line className={classes.chosen} x1={chosen} x2={chosen} y1={0} y2={1} />
      )}
    </svg>
  );
}

interface MarksProps {
  plot: TimelinePlot;
  zone: string;
  onReach: (key: string | null) => void;
  onPick: TimelineProps['onPick'];
}

/** One stop for the Tab key; the arrow keys go from mark to mark. */
function Marks({ plot, zone, onReach, onPick }: MarksProps) {
  const [stop, setStop] = useState<string | null>(null);
  const newest = plot.marks.at(-1)?.key ?? null;
  const current = plot.marks.some(({ key }) => key === stop) ? stop : newest;

  function move(event: KeyboardEvent<HTMLUListElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const marks = [...event.currentTarget.querySelectorAll('button')];
    const next = marks[marks.indexOf(document.activeElement as HTMLButtonElement) + step];
    event.preventDefault();
    next?.focus();
  }

  return (
    <ul
      aria-label="Backups over time"
      className={classes.marks}
      data-dense={plot.marks.length > DENSE || undefined}
      onKeyDown={move}
    >
      {plot.marks.map((mark) => (
        <li key={mark.key} className={classes.place} style={{ left: `${mark.x * 100}%` }}>
          <button
            type="button"
            className={classes.mark}
            data-kind={mark.kind}
            data-tone={mark.kind === 'backup' ? trustOf(mark.backup, false).tone : undefined}
            aria-label={markLabels(mark, zone)}
            tabIndex={mark.key === current ? 0 : -1}
            onFocus={() => {
              setStop(mark.key);
              onReach(mark.key);
            }}
            onBlur={() => onReach(null)}
            onPointerEnter={() => onReach(mark.key)}
            onPointerLeave={() => onReach(null)}
            onClick={(event) => {
              event.stopPropagation();
              const { at } = mark;
              if (mark.kind === 'backup') onPick({ at, backupId: mark.backup.id });
              else onPick({ at, pointName: mark.point.name });
            }}
          />
        </li>
      ))}
    </ul>
  );
}

function markLabels(mark: TimelineMark, zone: string): string {
  const { at } = mark;
  if (mark.kind === 'point') {
    return [momentText(at, zone), `Restore point ${mark.point.name}`, pointLabels(mark.point.state)].join(
      ' · ',
    );
  }
  const { backup } = mark;
  const { label } = trustOf(backup, false);
  const size = backup.stored_bytes === null ? [] : [byteSize(backup.stored_bytes)];
  return [momentText(at, zone), reasonLabels(backup.reason), ...size, label].join(' · ');
}

function rangeLabels(
  { marks, band, from, to }: TimelinePlot,
  { schedule }: BackupOverview,
  zone: string,
): string {
  const done = marks.filter((mark) => mark.kind === 'backup' && mark.backup.state === 'done').length;
  const backups = `${done} ${done === 1 ? 'backup' : 'backups'}`;
  const days = `kept for ${schedule.retention_days} ${schedule.retention_days === 1 ? 'day' : 'days'}`;
  if (done === 0) return `No backup yet. Each is ${days}.`;
  if (band === null) return `${backups}, ${days}`;
  const range = [band.x, band.x + band.width].map((x) => minuteText(momentAt({ from, to }, x), zone));
  return `${backups}, ${days}. Every second from ${range[0]} to ${range[1]} can be restored.`;
}
