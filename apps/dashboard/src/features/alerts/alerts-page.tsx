import type { AlertRule } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { confirmLeaving } from '../../lib/unsaved-changes.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { nameColumn } from '../../ui/lists/name-column.tsx';
import { VirtualTable } from '../../ui/lists/virtual-table.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { SidePanel } from '../../ui/pages/side-panel.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { AlertHistory } from './alert-history.tsx';
import { useAlertSearch } from './alert-search.ts';
import { conditionText, targetText } from './alert-words.ts';
import classes from './alerts.module.css';
import { RuleForm } from './rule-form.tsx';
import { RulePanel } from './rule-panel.tsx';
import { RuleState } from './rule-state.tsx';

/** Rules are judged once a minute. */
const REFRESH_MS = 15_000;

/** Rules that tell people when figures of the project are out of bounds, and what they have fired. */
export function AlertsPage({ projectRef: ref }: { projectRef: string }) {
  const [{ kind, act }, change] = useAlertSearch();
  const { data: project } = useProject(ref);
  const { data, error, refetch } = useQuery({
    ...orpc.alerts.list.queryOptions({ input: { ref } }),
    refetchInterval: REFRESH_MS,
  });
  const reason =
    project?.abilities.manage_alerts === true
      ? null
      : 'You can look at the alerts of this project, but not change them.';
  const create = () => change({ act: 'new', open: undefined, kind: undefined });
  return (
    <Page
      title="Alerts"
      description="Rules that tell you by mail or webhook when a figure of this project stays out of bounds, and again when that is over. They are judged once a minute while the project runs."
      actions={
        <GuardedButton variant="filled" reason={reason} onClick={create}>
          New rule
        </GuardedButton>
      }
    >
      <div className={classes.choice}>
        <ChoiceField
          label="Show"
          value={kind ?? 'rules'}
          options={[
            { value: 'rules', label: 'Rules' },
            { value: 'history', label: 'History' },
          ]}
          onChange={(next) =>
            change({ kind: next === 'history' ? next : undefined, open: undefined, act: undefined })
          }
        />
      </div>
      {data === undefined && error !== null && (
        <ErrorState error={error} title="The alerts could not be loaded" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label="Loading alerts">
          <Skeleton height={33 + 4 * 44} radius={10} />
        </div>
      )}
      {data !== undefined && kind === 'history' && <AlertHistory projectRef={ref} rules={data.rules} />}
      {data !== undefined && kind !== 'history' && (
        <RuleList rules={data.rules} reason={reason} onCreate={create} />
      )}
      {data !== undefined && (
        <>
          <RulePanel projectRef={ref} rules={data.rules} canSendMail={data.can_send_mail} reason={reason} />
          <SidePanel
            opened={act === 'new' && reason === null}
            title="New rule"
            onClose={() => change({ act: undefined })}
          >
            <RuleForm
              projectRef={ref}
              existing={null}
              canSendMail={data.can_send_mail}
              onDone={(id) => change({ act: undefined, open: id })}
              onCancel={() => void confirmLeaving().then((leaves) => leaves && change({ act: undefined }))}
            />
          </SidePanel>
        </>
      )}
    </Page>
  );
}

interface RuleListProps {
  rules: readonly AlertRule[];
  reason: string | null;
  onCreate: () => void;
}

function RuleList({ rules, reason, onCreate }: RuleListProps) {
  const [{ open = null }] = useAlertSearch();
  if (rules.length === 0)
    return (
      <EmptyState
        title="No rules"
        text="A rule watches one figure: the processor, memory, disk space, connections, or requests with their errors and times."
        action={reason === null && <Button onClick={onCreate}>Create a rule</Button>}
      />
    );
  return (
    <VirtualTable<AlertRule>
      label="Alert rules"
      rows={rules}
      rowKey={({ id }) => id}
      openKey={open}
      columns={[
        nameColumn('minmax(0, 1.2fr)', ({ id, name }) => ({ id, name })),
        {
          key: 'condition',
          header: 'Fires on',
          width: 'minmax(0, 1.8fr)',
          isMinor: true,
          render: (rule) => <span title={conditionText(rule)}>{conditionText(rule)}</span>,
        },
        {
          key: 'tells',
          header: 'Tells',
          width: 'minmax(0, 1.1fr)',
          isMinor: true,
          render: (rule) => <span title={targetText(rule)}>{targetText(rule)}</span>,
        },
        {
          key: 'last',
          header: 'Last fired',
          width: '120px',
          isMinor: true,
          render: ({ last_fired_at: at }) => (at === null ? 'Never' : <TimeAgo date={at} />),
        },
        { key: 'state', header: 'State', width: '120px', render: (rule) => <RuleState rule={rule} /> },
      ]}
    />
  );
}
