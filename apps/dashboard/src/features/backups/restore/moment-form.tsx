import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { disabledReason } from '../state/disabled-reason.ts';
import { momentText, spanLabels } from '../time/moment-labels.ts';
import { offsetLabel, zoneOffset } from '../time/wall-time.ts';
import type { BackupsShown } from './backups-shown.ts';
import { MomentFields } from './moment-fields.tsx';
import classes from './moment-form.module.css';
import {
  baseBytes,
  draftInZone,
  draftOf,
  type Edges,
  type Judgement,
  judgeMoment,
  type MomentDraft,
  quickPicks,
} from './target-moment.ts';

/** The moment to go back to, and the two ways there. */
export function MomentForm(props: BackupsShown & { edges: Edges }) {
  const { project, overview, zone, onZone, running, picked, onPick, onRestore, edges } = props;
  const now = useNow(true);
  // What is picked in the timeline goes into the fields; what is typed goes the other way. A restore point lies between
  // two seconds: it is restored where it is listed.
  const pickedAt = picked === null || picked.pointName !== undefined ? null : picked.at;
  const [draft, setDraft] = useState<MomentDraft>(() => draftOf(pickedAt ?? firstMoment(edges), zone));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another pick counts
  useEffect(() => {
    if (pickedAt !== null) setDraft(draftOf(pickedAt, zone));
  }, [picked]);
  const judgement = judgeMoment(draft, zone, edges);
  const at = judgement.kind === 'moment' ? judgement.at : null;

  const isBusy = running !== null;
  const open = (way: 'in-place' | 'new-project') => {
    if (at !== null) onRestore(way, { kind: 'moment', at, bytes: baseBytes(overview.backups, at) });
  };
  return (
    <Section
      title="Restore to a moment"
      description={
        <>
          Any second from <time className={classes.edge}>{momentText(edges.earliest, zone)}</time> to{' '}
          <time className={classes.edge}>{momentText(edges.latest, zone)}</time>
        </>
      }
    >
      <div className={classes.form}>
        <ul className={classes.picks} aria-label="Quick picks">
          {quickPicks(edges, overview.backups, now).map(({ label, at: moment }) => (
            <li key={label}>
              <button
                type="button"
                className={classes.pick}
                aria-pressed={moment === at}
                onClick={() => onPick({ at: moment })}
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
        <MomentFields
          draft={draft}
          edges={edges}
          zone={zone}
          isWrong={judgement.kind === 'missing' || judgement.kind === 'outside'}
          onChange={setDraft}
          onZone={(next) => {
            setDraft(draftInZone(draft, zone, next));
            onZone(next);
          }}
        />
        {momentsInQuestion(judgement) !== null && (
          <RadioGroup
            label="Clocks go back here and show this time twice. Which one?"
            value={draft.later === null ? '' : draft.later ? 'later' : 'earlier'}
            onChange={(value) => setDraft({ ...draft, later: value === 'later' })}
            options={(momentsInQuestion(judgement) ?? []).map((moment, position) => ({
              value: position === 0 ? 'earlier' : 'later',
              label: `The ${position === 0 ? 'first' : 'second'} one, ${offsetLabel(zoneOffset(moment, zone))}`,
              description: `${momentText(moment, 'UTC')} UTC`,
            }))}
          />
        )}
        <MomentOutcome judgement={judgement} now={now} onUse={(moment) => onPick({ at: moment })} />
        <div className={classes.actions}>
          <GuardedButton
            reason={disabledReason('restore-to-new', project, isBusy) ?? notYet(judgement)}
            onClick={() => open('new-project')}
          >
            Restore into a new project
          </GuardedButton>
          <GuardedButton
            variant="filled"
            reason={disabledReason('restore', project, isBusy) ?? notYet(judgement)}
            onClick={() => open('in-place')}
          >
            Restore in place
          </GuardedButton>
        </div>
      </div>
    </Section>
  );
}

/** A little before now: that is where most people want to go, and as far back as there is anything. */
function firstMoment({ earliest, latest }: Edges): number {
  return Math.max(earliest, latest - 5 * 60_000);
}

function momentsInQuestion(judgement: Judgement): readonly number[] | null {
  if (judgement.kind === 'twice') return judgement.moments;
  return judgement.kind === 'moment' && judgement.moments.length > 1 ? judgement.moments : null;
}

function notYet(judgement: Judgement): string | null {
  return judgement.kind === 'moment' ? null : 'Choose a moment that can be restored first.';
}

interface MomentOutcomeProps {
  judgement: Judgement;
  now: number;
  onUse: (at: number) => void;
}

/** What the chosen time means in UTC, or why it cannot be restored. */
function MomentOutcome({ judgement, now, onUse }: MomentOutcomeProps) {
  return (
    <div id="moment-outcome" className={classes.outcome} data-wrong={isWrong(judgement) || undefined}>
      {judgement.kind === 'empty' && <p>Choose a date and a time.</p>}
      {judgement.kind === 'twice' && <p>Choose one of the two.</p>}
      {judgement.kind === 'missing' && <p role="alert">{judgement.message}</p>}
      {judgement.kind === 'outside' && (
        <>
          <p role="alert">{judgement.message}</p>
          <Button size="xs" onClick={() => onUse(judgement.edge)}>
            Use it
          </Button>
        </>
      )}
      {judgement.kind === 'moment' && (
        <p>
          <time dateTime={new Date(judgement.at).toISOString()}>{momentText(judgement.at, 'UTC')} UTC</time>,{' '}
          {spanLabels(now - judgement.at)} ago. What was written after it will not be there.
        </p>
      )}
    </div>
  );
}

function isWrong({ kind }: Judgement): boolean {
  return kind === 'missing' || kind === 'outside';
}
