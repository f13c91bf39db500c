import {
  ALERT_COMPARISONS,
  ALERT_METRICS,
  ALERT_MINUTES,
  type AlertChannel,
  type AlertComparison,
  type AlertMetric,
  type AlertRule,
  type AlertRuleInput,
  METRICS_OF_OWN_SERVER,
} from '@basalt/contract';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { profileQuery } from '../../api/profile-query.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { useServerKind } from '../../lib/pages/use-server-kind.ts';
import { useAction } from '../../lib/use-action.ts';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { minutesText } from './alert-words.ts';
import classes from './alerts.module.css';
import { NewSecret } from './new-secret.tsx';

const METRICS = (Object.keys(ALERT_METRICS) as AlertMetric[]).map((value) => ({
  value,
  label: `${ALERT_METRICS[value].label} (${ALERT_METRICS[value].unit})`,
}));
const METRICS_OF_ATTACHED = METRICS.filter(({ value }) => !METRICS_OF_OWN_SERVER.includes(value));
const FIELDS = ['name', 'metric', 'threshold', 'mail_to', 'webhook_url', 'channel'] as const;

interface Draft {
  name: string;
  metric: AlertMetric;
  comparison: AlertComparison;
  threshold: string;
  minutes: AlertRuleInput['minutes'];
  channel: AlertChannel;
  /** A line each. */
  mailTo: string;
  webhookUrl: string;
}

interface RuleFormProps {
  projectRef: string;
  /** Null: a new one. */
  existing: AlertRule | null;
  canSendMail: boolean;
  onDone: (id: string) => void;
  onCancel: () => void;
}

/** What a rule watches, and whom it tells. */
export function RuleForm({ projectRef: ref, existing, canSendMail, onDone, onCancel }: RuleFormProps) {
  const { data: profile } = useQuery(profileQuery);
  const isAttached = useServerKind(ref) !== 'own';
  const [first] = useState<Draft>(() => ({
    name: existing?.name ?? '',
    metric: existing?.metric ?? (isAttached ? 'error_percent' : 'cpu_percent'),
    comparison: existing?.comparison ?? 'above',
    threshold: String(existing?.threshold ?? 80),
    minutes: (existing?.minutes as Draft['minutes'] | undefined) ?? 5,
    channel: existing?.channel ?? (canSendMail ? 'mail' : 'webhook'),
    mailTo: existing?.mail_to.join('\n') ?? profile?.email ?? '',
    webhookUrl: existing?.webhook_url ?? '',
  }));
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<Partial<Record<(typeof FIELDS)[number], string>>>({});
  const [made, setMade] = useState<{ id: string; secret: string } | null>(null);
  const [isDone, setDone] = useState(false);
  const client = useQueryClient();
  const saved = async ({ rule, secret }: { rule: AlertRule; secret: string | null }) => {
    setDone(true);
    await client.invalidateQueries({ queryKey: orpc.alerts.key() });
    if (secret === null) onDone(rule.id);
    else setMade({ id: rule.id, secret });
  };
  const done = existing === null ? `Created rule ${draft.name}` : `Saved rule ${draft.name}`;
  const create = useAction({ mutation: orpc.alerts.create.mutationOptions(), done, onDone: saved });
  const update = useAction({ mutation: orpc.alerts.update.mutationOptions(), done, onDone: saved });
  const errors = fieldErrors((existing === null ? create : update).error, FIELDS);
  const set = (change: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...change }));
    setProblems({});
    // What the server said was about what was sent.
    create.reset();
    update.reset();
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isRunning || update.isRunning) return;
    const threshold = draft.threshold.trim() === '' ? Number.NaN : Number(draft.threshold.replace(',', '.'));
    const mail_to = draft.mailTo.split(/[\s,;]+/).filter((address) => address !== '');
    const found = {
      ...(draft.name.trim() === '' && { name: 'Enter a name.' }),
      ...((Number.isNaN(threshold) || threshold < 0) && { threshold: 'Enter a number from 0 on.' }),
      ...(draft.channel === 'mail' && mail_to.length === 0 && { mail_to: 'Enter an address.' }),
      ...(draft.channel === 'webhook' &&
        draft.webhookUrl.trim() === '' && { webhook_url: 'Enter an address.' }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const { name, metric, comparison, minutes, channel } = draft;
    const rule: AlertRuleInput = {
      ...{ name, metric, comparison, threshold, minutes, channel },
      mail_to: channel === 'mail' ? mail_to : [],
      webhook_url: channel === 'webhook' ? draft.webhookUrl.trim() : null,
    };
    void (existing === null ? create.run({ ref, ...rule }) : update.run({ ref, id: existing.id, ...rule }));
  }

  if (made !== null) return <NewSecret secret={made.secret} onCopied={() => onDone(made.id)} />;
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <UnsavedGuard when={draft !== first && !isDone} />
      <TextInput
        label="Name"
        value={draft.name}
        error={problems.name ?? errors.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        autoComplete="off"
        data-autofocus
      />
      <NativeSelect
        label="Figure"
        value={draft.metric}
        data={isAttached ? METRICS_OF_ATTACHED : METRICS}
        error={errors.metric}
        {...(isAttached && {
          description: 'Processor, memory, disk and connections are watched where the server runs.',
        })}
        onChange={(event) => set({ metric: event.currentTarget.value as AlertMetric })}
      />
      <div className={classes.row}>
        <NativeSelect
          label="Fires when it is"
          value={draft.comparison}
          data={[...ALERT_COMPARISONS]}
          onChange={(event) => set({ comparison: event.currentTarget.value as AlertComparison })}
        />
        <TextInput
          label={`Threshold (${ALERT_METRICS[draft.metric].unit})`}
          inputMode="decimal"
          value={draft.threshold}
          error={problems.threshold ?? errors.threshold}
          onChange={(event) => set({ threshold: event.currentTarget.value })}
          autoComplete="off"
        />
        <NativeSelect
          label="Without a break for"
          value={String(draft.minutes)}
          data={ALERT_MINUTES.map((minutes) => ({ value: String(minutes), label: minutesText(minutes) }))}
          onChange={(event) => set({ minutes: Number(event.currentTarget.value) as Draft['minutes'] })}
        />
      </div>
      <RadioGroup
        label="Tells"
        value={draft.channel}
        options={[
          ...(canSendMail || draft.channel === 'mail'
            ? [{ value: 'mail' as const, label: 'Members, by mail' }]
            : []),
          {
            value: 'webhook' as const,
            label: 'A server, by webhook',
            description: 'A signed POST request with JSON. Only servers on the public internet are asked.',
          },
        ]}
        onChange={(channel) => set({ channel })}
      />
      {draft.channel === 'mail' ? (
        <Textarea
          label="E-mail addresses"
          description="Of members who can open this project, one per line"
          value={draft.mailTo}
          error={problems.mail_to ?? errors.mail_to ?? errors.channel}
          autosize
          minRows={2}
          maxRows={10}
          spellCheck={false}
          onChange={(event) => set({ mailTo: event.currentTarget.value })}
        />
      ) : (
        <TextInput
          label="Address of the server"
          placeholder="https://example.com/alerts"
          type="url"
          value={draft.webhookUrl}
          error={problems.webhook_url ?? errors.webhook_url}
          onChange={(event) => set({ webhookUrl: event.currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {!canSendMail && (
        <p className={classes.quiet}>
          This Basalt sends no mail: its operator has set no BASALT_SMTP_URL. Webhooks work without it.
        </p>
      )}
      {errors.general !== null && (
        <Notice tone="danger" title="The rule was not saved">
          <p>{errors.general}</p>
        </Notice>
      )}
      <div className={form.foot}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" loading={create.isRunning || update.isRunning}>
          {existing === null ? 'Create rule' : 'Save rule'}
        </Button>
      </div>
    </form>
  );
}
