import '../../theme/dialog.ts';
import { USAGE_FIGURES, type UsageBudget, type UsageBudgets, type UsageFigure } from '@basalt/contract';
import { Button, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { profileQuery } from '../../api/profile-query.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { useAction } from '../../lib/use-action.ts';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { FIGURES } from './figures.ts';

interface BudgetDialogProps {
  slug: string;
  data: UsageBudgets;
  /** Null: closed. */
  editing: UsageBudget | 'new' | null;
  onClose: () => void;
}

/** Sets a budget of a figure that has none, or changes one. */
export function BudgetDialog({ slug, data, editing, onClose }: BudgetDialogProps) {
  const existing = editing === 'new' ? null : editing;
  return (
    <Modal
      opened={editing !== null}
      onClose={onClose}
      title={existing === null ? 'Set a budget' : `Budget: ${FIGURES[existing.figure].title}`}
    >
      {editing !== null && <BudgetForm slug={slug} data={data} existing={existing} onDone={onClose} />}
    </Modal>
  );
}

/** As sizes are shown everywhere. */
const GB = 1_024 ** 3;
const unitOf = (figure: UsageFigure) => (figure.endsWith('_bytes') ? GB : 1);
const FIELDS = ['amount', 'shares', 'mail_to'] as const;

interface BudgetFormProps {
  slug: string;
  data: UsageBudgets;
  existing: UsageBudget | null;
  onDone: () => void;
}

function BudgetForm({ slug, data, existing, onDone }: BudgetFormProps) {
  const { data: profile } = useQuery(profileQuery);
  const free = USAGE_FIGURES.filter((figure) => data.budgets.every((budget) => budget.figure !== figure));
  const [first] = useState(() => ({
    figure: existing?.figure ?? free[0] ?? 'requests',
    amount: existing === null ? '' : String(existing.amount / unitOf(existing.figure)),
    shares: existing?.shares.join(', ') ?? '50, 80, 100',
    mailTo: existing?.mail_to.join('\n') ?? (data.can_send_mail ? (profile?.email ?? '') : ''),
  }));
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<Partial<Record<(typeof FIELDS)[number], string>>>({});
  const queries = useQueryClient();
  const save = useAction({
    mutation: orpc.budgets.set.mutationOptions(),
    done: 'Saved the budget',
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: orpc.budgets.key() });
      onDone();
    },
  });
  const errors = fieldErrors(save.error, FIELDS);
  const set = (change: Partial<typeof first>) => {
    setDraft((before) => ({ ...before, ...change }));
    setProblems({});
    save.reset();
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isRunning) return;
    const typed = draft.amount.replaceAll(/[\s,]/g, '');
    const amount = typed === '' ? Number.NaN : Number(typed) * unitOf(draft.figure);
    const shares = partsOf(draft.shares).map((share) => Number(share.replace('%', '')));
    const found = {
      ...(!(amount > 0) && { amount: 'Enter a number above 0.' }),
      ...((shares.length === 0 || shares.some((share) => !Number.isInteger(share))) && {
        shares: 'Enter whole numbers, such as 50, 80, 100.',
      }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    void save.run({ slug, figure: draft.figure, amount, shares, mail_to: partsOf(draft.mailTo) });
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <UnsavedGuard when={draft !== first && !save.isRunning} />
      {existing === null && (
        <NativeSelect
          label="Figure"
          value={draft.figure}
          data={free.map((figure) => ({ value: figure, label: FIGURES[figure].title }))}
          onChange={(event) => set({ figure: event.currentTarget.value as UsageFigure })}
        />
      )}
      <TextInput
        label={unitOf(draft.figure) === GB ? 'In a month (GB)' : 'In a month'}
        inputMode="decimal"
        value={draft.amount}
        error={problems.amount ?? errors.amount}
        onChange={(event) => set({ amount: event.currentTarget.value })}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        label="Warn at (%)"
        value={draft.shares}
        error={problems.shares ?? errors.shares}
        onChange={(event) => set({ shares: event.currentTarget.value })}
        autoComplete="off"
      />
      <Textarea
        label="E-mail addresses"
        description={
          data.can_send_mail
            ? 'Of members, one per line. Without any, only the pages say so.'
            : 'This Basalt sends no mail: its operator has set no BASALT_SMTP_URL. Pages say so without it.'
        }
        value={draft.mailTo}
        error={problems.mail_to ?? errors.mail_to}
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
        onChange={(event) => set({ mailTo: event.currentTarget.value })}
      />
      {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
      <div className={form.foot}>
        <Button type="submit" variant="filled" loading={save.isRunning}>
          Save budget
        </Button>
      </div>
    </form>
  );
}

const partsOf = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== '');
