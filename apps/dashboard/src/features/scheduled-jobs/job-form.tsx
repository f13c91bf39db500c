import type { ScheduledJob } from '@basalt/contract';
import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldSentence } from '../../lib/field-errors.ts';
import { minuteTime } from '../../lib/format/moment.ts';
import { useAction } from '../../lib/use-action.ts';
import { callSql, type FunctionCall, withCall } from '../../query/functions/function-call.ts';
import { FunctionCallFields } from '../../query/functions/function-call-fields.tsx';
import { SqlField } from '../../ui/code-editor/sql-field.tsx';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import classes from './scheduled-jobs.module.css';

const PRESETS = [
  { value: '', label: 'Custom schedule' },
  { value: '30 seconds', label: 'Every 30 seconds' },
  { value: '* * * * *', label: 'Every minute' },
  { value: '*/5 * * * *', label: 'Every 5 minutes' },
  { value: '0 * * * *', label: 'Every hour' },
  { value: '0 3 * * *', label: 'Every day at 03:00 GMT' },
  { value: '0 3 * * 1', label: 'Every Monday at 03:00 GMT' },
  { value: '0 3 1 * *', label: 'On the first of every month' },
  { value: '0 3 $ * *', label: 'On the last day of every month' },
];

interface JobFormProps {
  projectRef: string;
  /** Null: a new one. */
  existing: ScheduledJob | null;
  onDone: (id: string) => void;
  onCancel: () => void;
}

/** What a job is called, when it runs and what it does. The schedule is explained while it is written. */
export function JobForm({ projectRef: ref, existing, onDone, onCancel }: JobFormProps) {
  const [first] = useState({
    name: existing?.name ?? '',
    schedule: existing?.schedule ?? '0 3 * * *',
    command: existing?.command ?? '',
    active: existing?.active ?? true,
  });
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<{ name?: string; command?: string }>({});
  const [isDone, setDone] = useState(false);
  /** The call of a function that was put into the SQL, and what the editor began with since then. */
  const [called, setCalled] = useState<{
    call: FunctionCall | null;
    sql: string;
    start: string;
    round: number;
  }>({
    call: null,
    sql: '',
    start: first.command,
    round: 0,
  });
  const client = useQueryClient();
  const onSaved = async ({ id }: { id: string }) => {
    setDone(true);
    await client.invalidateQueries({ queryKey: orpc.scheduledJobs.key() });
    onDone(id);
  };
  const done = existing === null ? `Created job ${draft.name}` : `Saved job ${draft.name}`;
  const create = useAction({
    mutation: orpc.scheduledJobs.create.mutationOptions(),
    done,
    onDone: onSaved,
  });
  const update = useAction({
    mutation: orpc.scheduledJobs.update.mutationOptions(),
    done,
    onDone: onSaved,
  });
  const { error } = existing === null ? create : update;
  const errorOf = (field: string) => (error?.field === field ? fieldSentence(error) : undefined);
  const isOfField = error !== null && ['name', 'schedule', 'command'].includes(error.field ?? '');
  const set = (change: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...change }));
    setProblems({});
    // What the server said was about what was sent.
    create.reset();
    update.reset();
  };

  function callFunction(call: FunctionCall | null) {
    const sql = call === null ? '' : callSql(call);
    const command = withCall(draft.command, called.sql, sql);
    setCalled({ call, sql, start: command, round: called.round + 1 });
    set({ command });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isRunning || update.isRunning) return;
    const found = {
      ...(draft.name.trim() === '' && { name: 'Enter a name.' }),
      ...(draft.command.trim() === '' && { command: 'Enter the SQL to run.' }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    if (existing === null) return void (await create.run({ ref, ...draft }));
    // What was not changed is not sent: somebody else may have changed it meanwhile.
    const changed = Object.entries(draft).filter(
      ([key, value]) => value !== first[key as keyof typeof first],
    );
    await update.run({ ref, id: existing.id, ...Object.fromEntries(changed) });
  }

  return (
    <form className={form.form} onSubmit={(event) => void submit(event)} noValidate>
      <UnsavedGuard when={draft !== first && !isDone} />
      <TextInput
        label="Name"
        value={draft.name}
        error={problems.name ?? errorOf('name')}
        onChange={(event) => set({ name: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <div className={classes.schedule}>
        <ChoiceField
          label="Common schedules"
          value={PRESETS.some(({ value }) => value === draft.schedule) ? draft.schedule : ''}
          options={PRESETS}
          onChange={(schedule) => schedule !== '' && set({ schedule })}
        />
        <TextInput
          label="Schedule"
          description="Minute, hour, day of the month, month, day of the week, in GMT; or such as “30 seconds”, @daily"
          value={draft.schedule}
          error={errorOf('schedule')}
          onChange={(event) => set({ schedule: event.currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: classes.mono }}
        />
        <ScheduleMeaning projectRef={ref} schedule={draft.schedule} />
      </div>
      <FunctionCallFields
        projectRef={ref}
        value={called.call}
        otherwise="None: only SQL"
        readers="Everybody who may run SQL can read this key in the text of the job."
        onChange={callFunction}
      />
      <SqlField
        key={called.round}
        label="SQL to run"
        description="Runs as the role postgres, as one transaction unless it has begin and commit of its own, for an hour at most"
        initialText={called.start}
        error={problems.command ?? errorOf('command')}
        onChange={(command) => set({ command })}
        height={180}
      />
      <SwitchField
        label="Active"
        description="A job that is switched off runs only when somebody asks for it."
        checked={draft.active}
        onChange={(active) => set({ active })}
      />
      {error !== null && !isOfField && (
        <Notice tone="danger" title="The job was not saved">
          <p>{error.message}</p>
        </Notice>
      )}
      <div className={form.foot}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" loading={create.isRunning || update.isRunning}>
          {existing === null ? 'Create job' : 'Save job'}
        </Button>
      </div>
    </form>
  );
}

/** A schedule in words and the next times, or what is wrong with it. */
function ScheduleMeaning({ projectRef: ref, schedule }: { projectRef: string; schedule: string }) {
  const { data } = useQuery({
    ...orpc.scheduledJobs.readSchedule.queryOptions({ input: { ref, schedule } }),
    placeholderData: (before) => before,
    retry: false,
  });
  if (data === undefined) return null;
  return (
    <div className={classes.meaning} role="status" aria-label="What the schedule means">
      {data.problem !== null && <p className={classes.wrong}>{data.problem}</p>}
      {data.words !== null && data.problem === null && <p>{data.words}, GMT. The next times:</p>}
      {data.next.length > 0 && (
        <ul className={classes.times}>
          {data.next.map((time) => (
            <li key={time}>
              {schedule.includes('second') ? time.slice(0, 19).replace('T', ' ') : minuteTime(time)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
