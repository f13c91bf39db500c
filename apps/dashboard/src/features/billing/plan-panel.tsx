import type { Organization, Plan, Subscription } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import choice from '../../ui/fields/choice-card.module.css';
import { SidePanel } from '../../ui/pages/side-panel.tsx';
import { Tag } from '../../ui/status/tag.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import classes from './billing.module.css';
import { PLAN_NAMES, planSentences } from './plan-texts.ts';

interface PlanPanelProps {
  organization: Organization;
  subscription: Subscription;
  opened: boolean;
  onClose: () => void;
}

/** The plans to choose from. */
export function PlanPanel({ opened, onClose, ...rest }: PlanPanelProps) {
  return (
    <SidePanel opened={opened} title={`Change the plan of ${rest.organization.name}`} onClose={onClose}>
      <PlanForm {...rest} onClose={onClose} />
    </SidePanel>
  );
}

function PlanForm({ organization, subscription, onClose }: Omit<PlanPanelProps, 'opened'>) {
  const { slug, abilities } = organization;
  const present = subscription.plan.id;
  const [chosen, setChosen] = useState<Plan>(present);
  const id = useId();
  const queries = useQueryClient();
  const change = useAction({
    mutation: orpc.subscriptions.change.mutationOptions(),
    done: (_, { plan }) => `Changed the plan to ${PLAN_NAMES[plan]}`,
    failed: (message) => `Failed to change the plan: ${message}`,
    onDone: async (changed) => {
      queries.setQueryData(orpc.subscriptions.get.queryKey({ input: { slug } }), changed);
      await Promise.all([
        queries.invalidateQueries({ queryKey: orpc.organizations.key() }),
        queries.invalidateQueries({ queryKey: orpc.pauseAndDeletion.key() }),
        queries.invalidateQueries({ queryKey: orpc.backups.key() }),
      ]);
      onClose();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== present && !change.isRunning) void change.run({ slug, plan: chosen });
      }}
    >
      <UnsavedGuard when={chosen !== present && !change.isRunning} />
      <p className={classes.note}>A plan says what an organization may use. Nothing is charged for it.</p>
      <fieldset className={classes.plans}>
        <legend className="visually-hidden">Plan</legend>
        {subscription.plans.map((plan) => (
          <label key={plan.id} className={`${choice.card} ${classes.plan}`}>
            <input
              type="radio"
              name={id}
              className={choice.input}
              aria-label={PLAN_NAMES[plan.id]}
              aria-describedby={`${id}-${plan.id}`}
              checked={chosen === plan.id}
              disabled={plan.id !== present && (plan.unavailable !== null || !abilities.amend_subscription)}
              onChange={() => setChosen(plan.id)}
            />
            <span className={classes.head}>
              {PLAN_NAMES[plan.id]}
              {plan.id === present && <Tag tone="ok">Now</Tag>}
            </span>
            <span id={`${id}-${plan.id}`}>
              <ul className={classes.facts}>
                {planSentences(plan).map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
              {plan.unavailable !== null && <p className={classes.why}>{plan.unavailable}</p>}
            </span>
          </label>
        ))}
      </fieldset>
      <div className={classes.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={change.isRunning} disabled={chosen === present}>
          Change plan
        </Button>
      </div>
    </form>
  );
}
