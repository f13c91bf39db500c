import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { fieldErrors } from '../../../lib/field-errors.ts';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { SaveFoot } from '../../../ui/save-foot.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import type { BackupsShown } from '../restore/backups-shown.ts';
import { disabledReason } from '../state/disabled-reason.ts';
import { useBackupAction } from '../state/use-backups.ts';
import { momentText } from '../time/moment-labels.ts';
import { zoneLabel } from '../time/time-zones.ts';
import {
  type ScheduleDraft,
  scheduleChanges,
  scheduleDraft,
  scheduleProblems,
  utcTime,
} from './schedule-draft.ts';
import classes from './schedule-form.module.css';

const LABELS: Record<keyof ScheduleDraft, string> = {
  enabled: 'Take a backup every day',
  time: 'Time of day',
  days: 'Days to keep backups',
};

function changedLabels(before: ScheduleDraft, now: ScheduleDraft): string[] {
  return (Object.keys(LABELS) as (keyof ScheduleDraft)[])
    .filter((name) => before[name] !== now[name])
    .map((name) => LABELS[name]);
}

/** When backups are taken, and for how many days they are kept. */
export function ScheduleForm({ project, overview: { schedule }, zone }: BackupsShown) {
  const now = Date.now();
  const [edited, setEdited] = useState<ScheduleDraft | null>(null);
  const [isChecked, setChecked] = useState(false);
  const { run, isRunning, error, reset } = useBackupAction({
    mutation: orpc.backups.setSchedule.mutationOptions(),
    done: 'Saved the schedule',
  });
  const draft = edited ?? scheduleDraft(schedule, zone, now);
  const changes = scheduleChanges(schedule, draft, zone, now);
  const found = scheduleProblems(draft);
  const problems = isChecked ? found : {};
  const errors = fieldErrors(error, ['time', 'retention_days']);
  const denied = disabledReason('manage', project, false);
  const isChanged = edited !== null && (Object.keys(changes).length > 0 || Object.keys(found).length > 0);

  function edit(part: Partial<ScheduleDraft> | null) {
    setEdited(part === null ? null : { ...draft, ...part });
    setChecked(false);
    reset();
  }

  async function submit() {
    setChecked(true);
    if (isRunning || !isChanged || Object.keys(found).length > 0) return;
    if ((await run({ ref: project.ref, ...changes })) !== undefined) edit(null);
  }

  const utc = utcTime(draft.time, zone, now);
  return (
    <form
      className={classes.form}
      noValidate
      aria-label="Schedule"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (denied === null) void submit();
      }}
    >
      <UnsavedGuard when={isChanged} />
      {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
      <SwitchField
        label={LABELS.enabled}
        description={
          schedule.enabled && schedule.next_at !== null
            ? `The next one: ${momentText(Date.parse(schedule.next_at), zone)}`
            : 'Off: only backups that you take by hand, and those that Basalt takes after a restore or an upgrade.'
        }
        checked={draft.enabled}
        disabled={denied !== null}
        onChange={(enabled) => edit({ enabled })}
      />
      <div className={classes.fields}>
        <TextInput
          type="time"
          label={`${LABELS.time} in ${zoneLabel(zone)}`}
          description={utc === null ? 'In UTC: –' : `In UTC: ${utc}. It stays there when clocks change.`}
          value={draft.time}
          readOnly={denied !== null}
          error={problems.time ?? errors.time}
          onChange={(event) => edit({ time: event.currentTarget.value })}
        />
        <TextInput
          label={LABELS.days}
          description={`Empty: ${schedule.plan_retention_days} days, as the plan says.`}
          placeholder={String(schedule.plan_retention_days)}
          inputMode="numeric"
          autoComplete="off"
          value={draft.days}
          readOnly={denied !== null}
          error={problems.days ?? errors.retention_days}
          onChange={(event) => edit({ days: event.currentTarget.value })}
        />
      </div>
      {denied === null ? (
        <SaveFoot
          changed={isChanged ? changedLabels(scheduleDraft(schedule, zone, now), draft) : []}
          isRunning={isRunning}
          onDiscard={() => edit(null)}
        />
      ) : (
        <div className={classes.foot}>
          <GuardedButton variant="filled" reason={denied} onClick={() => {}}>
            Save
          </GuardedButton>
        </div>
      )}
    </form>
  );
}
