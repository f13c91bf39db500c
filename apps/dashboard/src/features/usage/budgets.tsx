import type { Organization, UsageBudget, UsageBudgets } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { DataTable, type DataTableColumn } from '../../ui/lists/data-table.tsx';
import { RowMenu } from '../../ui/menus/row-menu.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { BudgetDialog } from './budget-dialog.tsx';
import { FIGURES, figureWords } from './figures.ts';
import classes from './usage.module.css';

const DENIED = 'You need additional permissions to change budgets.';

/** How much an organization means to use in a month, and whom it tells on the way there. */
export function Budgets({ organization }: { organization: Organization }) {
  const { slug, abilities } = organization;
  const budgets = useQuery(orpc.budgets.list.queryOptions({ input: { slug } }));
  const [editing, setEditing] = useState<UsageBudget | 'new' | null>(null);
  const reason = abilities.amend_subscription ? null : DENIED;
  return (
    <Section
      title="Budgets"
      description="What all projects together are meant to use in a month, by UTC. At the shares that you name members get a mail, once a month each, and the pages of the organization and of its projects say so. Nothing stops."
      actions={
        <GuardedButton reason={reason} onClick={() => setEditing('new')}>
          Set a budget…
        </GuardedButton>
      }
    >
      {budgets.data === undefined ? (
        budgets.isError ? (
          <ErrorState error={budgets.error} onRetry={() => void budgets.refetch()} />
        ) : (
          <Skeleton height={72} radius={10} />
        )
      ) : (
        <BudgetTable slug={slug} data={budgets.data} reason={reason} onEdit={setEditing} />
      )}
      {budgets.data !== undefined && (
        <BudgetDialog slug={slug} data={budgets.data} editing={editing} onClose={() => setEditing(null)} />
      )}
    </Section>
  );
}

/** With spaces at which no line breaks. */
function sharesText(shares: readonly number[]): string {
  return shares.map((share) => `${share}\u00a0%`).join(', ');
}

interface BudgetTableProps {
  slug: string;
  data: UsageBudgets;
  reason: string | null;
  onEdit: (budget: UsageBudget) => void;
}

function BudgetTable({ slug, data, reason, onEdit }: BudgetTableProps) {
  const [doomed, setDoomed] = useState<UsageBudget | null>(null);
  const queries = useQueryClient();
  const remove = useAction({
    mutation: orpc.budgets.remove.mutationOptions(),
    done: 'Deleted the budget',
    failed: (message) => message,
    onDone: async () => {
      setDoomed(null);
      await queries.invalidateQueries({ queryKey: orpc.budgets.key() });
    },
  });
  const columns: DataTableColumn<UsageBudget>[] = [
    { key: 'figure', header: 'Figure', render: ({ figure }) => FIGURES[figure].title },
    {
      key: 'used',
      header: 'Used this month',
      align: 'right',
      render: ({ figure, used, amount }) =>
        `${figureWords(figure, used)} of ${figureWords(figure, amount)}${used === null ? '' : ` (${Math.floor((100 * used) / amount)} %)`}`,
    },
    {
      key: 'shares',
      header: 'Warns at',
      align: 'right',
      isMinor: true,
      render: ({ shares }) => sharesText(shares),
      inShort: ({ shares }) => `Warns at ${sharesText(shares)}`,
    },
    {
      key: 'warned',
      header: 'Warned',
      isMinor: true,
      render: ({ warned }) =>
        warned === null ? (
          '–'
        ) : (
          <>
            {warned.share} %, <TimeAgo date={warned.at} />
            {warned.problem !== null && <span className={classes.problem}>{warned.problem}</span>}
          </>
        ),
      inShort: ({ warned }) => warned !== null && `warned at ${warned.share}\u00a0%`,
    },
    {
      key: 'menu',
      header: <span className="visually-hidden">Actions</span>,
      width: 48,
      align: 'right',
      render: (budget) =>
        reason === null && (
          <RowMenu
            label={`Actions for the budget of ${FIGURES[budget.figure].title}`}
            entries={() => [
              { label: 'Change…', onChoose: () => onEdit(budget) },
              { label: 'Delete…', tone: 'danger', onChoose: () => setDoomed(budget) },
            ]}
          />
        ),
    },
  ];
  return (
    <>
      <DataTable
        label="Budgets"
        columns={columns}
        rows={data.budgets}
        rowKey={({ figure }) => figure}
        empty="No budget is set."
      />
      <ConfirmDialog
        opened={doomed !== null}
        onClose={() => setDoomed(null)}
        onConfirm={() => {
          if (doomed !== null) void remove.run({ slug, figure: doomed.figure });
        }}
        title="Delete budget"
        confirmLabel="Delete"
        danger
        isRunning={remove.isRunning}
      >
        Nobody is told any more how much of it is used.
      </ConfirmDialog>
    </>
  );
}
