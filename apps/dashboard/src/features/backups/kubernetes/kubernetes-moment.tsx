import type { KubernetesBackups, Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { MomentFields } from '../restore/moment-fields.tsx';
import classes from '../restore/moment-form.module.css';
import { draftInZone, draftOf, type Edges, edgesOf, judgeMoment } from '../restore/target-moment.ts';
import { disabledReason } from '../state/disabled-reason.ts';
import { momentText } from '../time/moment-labels.ts';

interface KubernetesMomentProps {
  project: Project;
  edges: Pick<KubernetesBackups, 'earliest' | 'latest'>;
  zone: string;
  onZone: (zone: string) => void;
  /** @param at in milliseconds since 1970 */
  onRestore: (at: number) => void;
}

/** A new project as this one was at any second. */
export function KubernetesMoment(props: KubernetesMomentProps) {
  const edges = edgesOf(props.edges);
  return (
    <Section
      title="Restore a moment"
      description="A new project is made of what this one was. This one is not touched: it goes on beside it."
    >
      {edges === null ? (
        <p>Moments can be restored while the project runs, from the end of its first backup on.</p>
      ) : (
        <MomentForm {...props} edges={edges} />
      )}
    </Section>
  );
}

function MomentForm({
  project,
  zone,
  onZone,
  onRestore,
  edges,
}: Omit<KubernetesMomentProps, 'edges'> & { edges: Edges }) {
  const [draft, setDraft] = useState(() => draftOf(edges.latest, zone));
  const judgement = judgeMoment(draft, zone, edges);
  const isWrong = judgement.kind === 'missing' || judgement.kind === 'outside';
  const notYet = judgement.kind === 'moment' ? null : 'Choose a moment that can be restored first.';
  return (
    <div className={classes.form}>
      <MomentFields
        draft={draft}
        edges={edges}
        zone={zone}
        isWrong={isWrong}
        onChange={setDraft}
        onZone={(next) => {
          setDraft(draftInZone(draft, zone, next));
          onZone(next);
        }}
      />
      <div id="moment-outcome" className={classes.outcome} data-wrong={isWrong || undefined}>
        {judgement.kind === 'empty' && <p>Choose a date and a time.</p>}
        {judgement.kind === 'twice' && (
          <p>
            Clocks go back here and show this time twice.{' '}
            <Button size="xs" onClick={() => setDraft({ ...draft, later: false })}>
              The first one
            </Button>{' '}
            <Button size="xs" onClick={() => setDraft({ ...draft, later: true })}>
              The second one
            </Button>
          </p>
        )}
        {isWrong && <p role="alert">{judgement.message}</p>}
        {judgement.kind === 'moment' && <p>{momentText(judgement.at, 'UTC')} UTC</p>}
      </div>
      <div className={classes.actions}>
        <GuardedButton
          reason={disabledReason('restore-to-new', project, false) ?? notYet}
          onClick={() => judgement.kind === 'moment' && onRestore(judgement.at)}
        >
          Restore into a new project
        </GuardedButton>
      </div>
    </div>
  );
}
