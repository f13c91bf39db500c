import { Input, TextInput } from '@mantine/core';
import { useId } from 'react';
import { wallTimeAt } from '../time/wall-time.ts';
import { ZonePicker } from '../time/zone-picker.tsx';
import classes from './moment-form.module.css';
import type { Edges, MomentDraft } from './target-moment.ts';

interface MomentFieldsProps {
  draft: MomentDraft;
  edges: Edges;
  zone: string;
  isWrong: boolean;
  onChange: (draft: MomentDraft) => void;
  onZone: (zone: string) => void;
}

/** Date, time to the second, and the zone both are meant in. */
export function MomentFields({ draft, edges, zone, isWrong, onChange, onZone }: MomentFieldsProps) {
  const id = useId();
  return (
    <div className={classes.fields}>
      <TextInput
        type="date"
        label="Date"
        value={draft.date}
        min={wallTimeAt(edges.earliest, zone).date}
        max={wallTimeAt(edges.latest, zone).date}
        error={isWrong}
        aria-describedby="moment-outcome"
        onChange={(event) => onChange({ ...draft, date: event.currentTarget.value, later: null })}
      />
      <TextInput
        type="time"
        step={1}
        label="Time"
        value={draft.time}
        error={isWrong}
        aria-describedby="moment-outcome"
        onChange={(event) => onChange({ ...draft, time: event.currentTarget.value, later: null })}
      />
      <Input.Wrapper id={id} label="Time zone" labelElement="div">
        <ZonePicker zone={zone} onChange={onZone} />
      </Input.Wrapper>
    </div>
  );
}
