import {
  AI_OPT_IN_LEVELS,
  type AiOptInLevel,
  aiOptInLevel,
  aiOptInTags,
  type Organization,
} from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import classes from './ai.module.css';
import { AiUsage } from './ai-usage.tsx';
import { ProviderForm } from './provider-form.tsx';

/** Which model the assistant asks, what it may tell it, and what that costs. */
export function AiSection({ organization }: { organization: Organization }) {
  const mayUpdate = organization.abilities.update_organization;
  return (
    <div id="ai" className={classes.anchor}>
      <Section
        title="AI assistant"
        description="What the assistant may tell the provider of its model, for all projects of this organization."
      >
        {mayUpdate ? (
          <Sharing organization={organization} />
        ) : (
          <Notice tone="info">You do not have the required permissions to update this organization.</Notice>
        )}
      </Section>
      {mayUpdate && <Provider slug={organization.slug} />}
    </div>
  );
}

const LEVELS: Readonly<Record<AiOptInLevel, { label: string; description: string }>> = {
  disabled: { label: 'Nothing', description: 'Answers are general: the model knows no tables and no names.' },
  schema: {
    label: 'Schema',
    description: 'Names and definitions of tables, columns, functions, policies and the like. No rows.',
  },
  schema_and_log: {
    label: 'Schema and logs',
    description: 'Also lines of logs, which may hold addresses and parts of queries.',
  },
  schema_and_log_and_data: {
    label: 'Schema, logs and data',
    description: 'Also rows, which the assistant reads with the read-only role when a question needs them.',
  },
};

function Sharing({ organization }: { organization: Organization }) {
  const { slug, hipaa_addon: isHipaa } = organization;
  const queries = useQueryClient();
  const { run, isRunning } = useAction({
    mutation: orpc.organizations.update.mutationOptions(),
    done: 'Saved what the assistant may share',
    failed: (message) => `Failed to save what the assistant may share: ${message}`,
    onDone: () => queries.invalidateQueries({ queryKey: orpc.organizations.key() }),
  });
  return (
    <div className={classes.parts} aria-busy={isRunning}>
      {isHipaa ? (
        <Notice tone="info" title="Nothing is shared">
          <p>With the HIPAA addon nothing of a project is ever sent to a provider.</p>
        </Notice>
      ) : (
        <RadioGroup
          label="Shared with the provider"
          options={AI_OPT_IN_LEVELS.map((value) => ({ value, ...LEVELS[value] }))}
          value={aiOptInLevel(organization)}
          onChange={(level) => void run({ slug, opt_in_tags: aiOptInTags(level) })}
        />
      )}
      <SwitchField
        label="HIPAA addon"
        description="For projects with health records: nothing is shared, whatever is chosen above."
        checked={isHipaa}
        disabled={isRunning}
        onChange={(checked) => void run({ slug, hipaa_addon: checked })}
      />
    </div>
  );
}

function Provider({ slug }: { slug: string }) {
  const settings = useQuery(orpc.assistantProvider.get.queryOptions({ input: { slug } }));
  return (
    <Section
      title="AI provider"
      description="The model that the assistant asks. Without one of the organization the operator's serves, if there is one."
    >
      {settings.data === undefined ? (
        settings.isError ? (
          <ErrorState
            error={settings.error}
            title="Failed to load the AI provider"
            onRetry={() => void settings.refetch()}
          />
        ) : (
          <Skeleton height={34} lines={4} />
        )
      ) : (
        <div className={classes.parts}>
          <ProviderForm key={settings.data.updated_at ?? 'none'} slug={slug} settings={settings.data} />
          <AiUsage slug={slug} />
        </div>
      )}
    </Section>
  );
}
