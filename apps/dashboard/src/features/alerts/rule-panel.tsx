import type { AlertRule } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { confirmLeaving } from '../../lib/unsaved-changes.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { SidePanel } from '../../ui/pages/side-panel.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { EventState, Notices, useAlertEvents } from './alert-history.tsx';
import { useAlertSearch } from './alert-search.ts';
import { conditionText, inUnits } from './alert-words.ts';
import classes from './alerts.module.css';
import { NewSecret } from './new-secret.tsx';
import { RuleForm } from './rule-form.tsx';
import { RuleState } from './rule-state.tsx';

const SHOWN_EVENTS = 5;

interface RulePanelProps {
  projectRef: string;
  rules: readonly AlertRule[];
  canSendMail: boolean;
  /** Why nothing can be changed; null when it can. */
  reason: string | null;
}

/** The rule that the address names: what it asks, what can be done with it, and what it has fired. */
export function RulePanel({ projectRef, rules, canSendMail, reason }: RulePanelProps) {
  const [{ open, act }, change] = useAlertSearch();
  const rule = rules.find(({ id }) => id === open);
  return (
    <SidePanel
      opened={open !== undefined}
      title={rule?.name ?? 'Rule'}
      onClose={() => change({ open: undefined, act: undefined })}
    >
      {rule === undefined && <EmptyState title="There is no such rule" text="Somebody has deleted it." />}
      {rule !== undefined && act === 'edit' && reason === null && (
        <RuleForm
          key={rule.id}
          projectRef={projectRef}
          existing={rule}
          canSendMail={canSendMail}
          onDone={() => change({ act: undefined })}
          onCancel={() => void confirmLeaving().then((leaves) => leaves && change({ act: undefined }))}
        />
      )}
      {rule !== undefined && (act !== 'edit' || reason !== null) && (
        <RuleDetails projectRef={projectRef} rule={rule} reason={reason} />
      )}
    </SidePanel>
  );
}

interface RuleDetailsProps {
  projectRef: string;
  rule: AlertRule;
  reason: string | null;
}

function RuleDetails({ projectRef: ref, rule, reason }: RuleDetailsProps) {
  const [, change] = useAlertSearch();
  const [asks, setAsks] = useState<'delete' | 'secret' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: orpc.alerts.key() });
  const { id, name } = rule;
  const test = useAction({
    mutation: orpc.alerts.test.mutationOptions(),
    failed: (message) => `The test was not sent: ${message}`,
  });
  const [tested, setTested] = useState<{ target: string; problem: string | null }[] | null>(null);
  const pause = useAction({
    mutation: orpc.alerts.update.mutationOptions(),
    done: rule.is_paused ? `Resumed ${name}` : `Paused ${name}`,
    failed: (message) => `The rule was not changed: ${message}`,
    onDone: refresh,
  });
  const renew = useAction({
    mutation: orpc.alerts.update.mutationOptions(),
    failed: (message) => `The secret was not renewed: ${message}`,
    onDone: (changed) => {
      setAsks(null);
      setSecret(changed.secret);
    },
  });
  const remove = useAction({
    mutation: orpc.alerts.remove.mutationOptions(),
    done: `Deleted ${name}`,
    failed: (message) => `The rule was not deleted: ${message}`,
    onDone: async () => {
      setAsks(null);
      change({ open: undefined, act: undefined });
      await refresh();
    },
  });
  return (
    <>
      <div className={classes.tools}>
        <GuardedButton
          reason={reason}
          variant="filled"
          loading={test.isRunning}
          onClick={() =>
            void test
              .run({ ref, id })
              .then((answer) => setTested(answer === undefined ? null : answer.results))
          }
        >
          Send a test
        </GuardedButton>
        <GuardedButton reason={reason} onClick={() => change({ act: 'edit' })}>
          Edit rule
        </GuardedButton>
        <GuardedButton
          reason={reason}
          loading={pause.isRunning}
          onClick={() => void pause.run({ ref, id, is_paused: !rule.is_paused })}
        >
          {rule.is_paused ? 'Resume rule' : 'Pause rule'}
        </GuardedButton>
        {rule.channel === 'webhook' && (
          <GuardedButton reason={reason} onClick={() => setAsks('secret')}>
            Renew secret…
          </GuardedButton>
        )}
        <GuardedButton reason={reason} color="red" variant="light" onClick={() => setAsks('delete')}>
          Delete rule…
        </GuardedButton>
      </div>
      {secret !== null && <NewSecret secret={secret} onCopied={() => setSecret(null)} />}
      {tested?.map(({ target, problem }) => (
        <Notice key={target} tone={problem === null ? 'info' : 'warn'}>
          <p>
            {problem === null ? `The test has been sent to ${target}.` : `${target} was not told: ${problem}`}
          </p>
        </Notice>
      ))}
      <FactList
        facts={[
          { label: 'State', value: <RuleState rule={rule} /> },
          { label: 'Fires on', value: conditionText(rule) },
          {
            label: 'Tells',
            value: rule.channel === 'mail' ? rule.mail_to.join(', ') : (rule.webhook_url ?? 'Nobody'),
          },
        ]}
      />
      {rule.problem !== null && (
        <Notice tone="warn" title="The last notice did not arrive">
          <p>{rule.problem}</p>
        </Notice>
      )}
      <LastEvents projectRef={ref} rule={rule} />
      <ConfirmDialog
        opened={asks === 'delete'}
        onClose={() => setAsks(null)}
        onConfirm={() => void remove.run({ ref, id })}
        title={`Delete rule ${name}?`}
        confirmLabel="Delete rule"
        isRunning={remove.isRunning}
        danger
      >
        It watches nothing any more, and its history goes with it. Whoever was told that it fired is not told
        that it is over.
      </ConfirmDialog>
      <ConfirmDialog
        opened={asks === 'secret'}
        onClose={() => setAsks(null)}
        onConfirm={() => void renew.run({ ref, id, renew_secret: true })}
        title="Renew the signing secret?"
        confirmLabel="Renew secret"
        isRunning={renew.isRunning}
        danger
      >
        Notices are signed with the new one at once. A receiver that checks signatures refuses them until it
        knows it.
      </ConfirmDialog>
    </>
  );
}

function LastEvents({ projectRef, rule }: { projectRef: string; rule: AlertRule }) {
  const [, change] = useAlertSearch();
  const { data, error } = useAlertEvents(projectRef, rule.id);
  return (
    <section className={classes.part} aria-label="What it has fired">
      <h3 className={classes.heading}>What it has fired</h3>
      {data === undefined && error === null && <Skeleton height={72} radius={6} />}
      {data === undefined && error !== null && (
        <p className={classes.quiet}>It could not be loaded: {toApiError(error).message}</p>
      )}
      {data?.length === 0 && <p className={classes.quiet}>Nothing yet.</p>}
      <ul className={classes.stack}>
        {data?.slice(0, SHOWN_EVENTS).map((event) => (
          <li key={event.id} className={classes.list}>
            <span className={classes.tools}>
              <EventState event={event} />
              <span>{inUnits(rule.metric, event.fired_value)}</span>
              <TimeAgo date={event.fired_at} />
            </span>
            <Notices notices={event.notices} />
          </li>
        ))}
      </ul>
      {data !== undefined && data.length > 0 && (
        <div>
          <Button onClick={() => change({ kind: 'history', rule: rule.id, open: undefined, act: undefined })}>
            Whole history
          </Button>
        </div>
      )}
    </section>
  );
}
