import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AiSqlField } from '../../../ai-edit/ai-sql-field.tsx';
import { api, orpc } from '../../../api/client.ts';
import { TableField, type TableName } from '../../../query/tables/table-field.tsx';
import { CheckGroup } from '../../../ui/fields/check-group.tsx';
import { ChangeForm } from '../changes/change-form.tsx';
import type { PolicyObject } from '../shared/objects.ts';
import {
  conditionsOf,
  LIKELY_OWNER,
  ownerColumn,
  type PolicyTemplate,
  policyTemplates,
} from './policy-sql.ts';

interface PolicyFormProps {
  projectRef: string;
  schema: string;
  /** The table it is for, where that is known. */
  table: TableName | null;
  /** What one can begin with, in place of what fits the table's columns. */
  templates?: Readonly<Record<string, PolicyTemplate>>;
  /** Null: a new one. */
  existing: PolicyObject | null;
  onDone: () => void;
  onCancel: () => void;
}

const COMMANDS = ['ALL', 'SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;
const USUAL_ROLES = ['public', 'anon', 'authenticated'];

/** A new policy, from a template if one likes, or changes to one. Kind and command of a policy stay. */
export function PolicyForm(props: PolicyFormProps) {
  const { projectRef: ref, schema, table, templates, existing, onDone, onCancel } = props;
  const blank = templates?.blank;
  const [first] = useState({
    table,
    template: 'blank',
    name: existing?.name ?? '',
    action: existing?.action ?? ('PERMISSIVE' as const),
    command: existing?.command ?? blank?.command ?? ('ALL' as const),
    roles: (existing?.roles ?? blank?.roles ?? ['authenticated']) as readonly string[],
    using: existing?.definition ?? blank?.using ?? '',
    check: existing?.check ?? blank?.check ?? '',
  });
  const [draft, setDraft] = useState(first);
  const [problem, setProblem] = useState<
    Partial<Record<'name' | 'table' | 'roles' | 'using' | 'check', string>>
  >({});
  const client = useQueryClient();
  /** How often a template was filled in: the editors begin afresh. */
  const [filled, setFilled] = useState(0);
  const asks = conditionsOf(draft.command);
  const set = (change: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...change }));
    setProblem({});
  };

  async function choose(template: string) {
    set({ template });
    const found = (templates ?? (await templatesOfTable()))[template];
    if (found === undefined) return;
    const { name, command, roles, using, check } = found;
    setDraft((before) => ({
      ...before,
      command,
      roles,
      using,
      check,
      name: name === '' ? before.name : name,
    }));
    setFilled((count) => count + 1);
  }

  async function templatesOfTable() {
    const id = String(draft.table?.id ?? 0);
    const asked = orpc.schemaApi.getTable.queryOptions({ input: { ref, id } });
    // Its columns tell which one holds the owner; without them the template is as good as it can be.
    const described =
      draft.table === null ? undefined : await client.fetchQuery(asked).catch(() => undefined);
    return policyTemplates(ownerColumn(described?.columns ?? []));
  }

  function checkDraft() {
    const isEmpty = (text: string) => text.trim() === '';
    const found = {
      ...(isEmpty(draft.name) ? { name: 'Enter a name.' } : {}),
      ...(existing === null && draft.table === null ? { table: 'Choose a table.' } : {}),
      ...(draft.roles.length === 0 ? { roles: 'Choose a role.' } : {}),
      ...(asks.using && isEmpty(draft.using) ? { using: 'Enter a condition; true lets all rows pass.' } : {}),
      ...(!asks.using && isEmpty(draft.check)
        ? { check: 'Enter a condition; true lets all rows pass.' }
        : {}),
    };
    setProblem(found);
    return Object.keys(found).length === 0;
  }

  function send(query: { preview: boolean }) {
    const { name, roles, using, check, action, command } = draft;
    const hasCheck = asks.check && check.trim() !== '';
    if (existing !== null) {
      const body = {
        ...(name === first.name ? {} : { name }),
        ...(roles === first.roles ? {} : { roles: [...roles] }),
        ...(using === first.using || !asks.using ? {} : { definition: using }),
        ...(check === first.check || !hasCheck ? {} : { check }),
      };
      return api.schemaChanges.updatePolicy({ params: { ref, id: String(existing.id) }, query, body });
    }
    const body = {
      name,
      schema: draft.table?.schema ?? schema,
      table: draft.table?.name ?? '',
      action,
      command,
      roles: [...roles],
      ...(asks.using ? { definition: using } : {}),
      ...(hasCheck ? { check } : {}),
    };
    return api.schemaChanges.createPolicy({ params: { ref }, query, body });
  }

  const target = existing ?? (draft.table && { schema: draft.table.schema, table: draft.table.name });
  const about = `Write only the condition, without the parentheses around it, for a policy on ${
    target === null ? 'a table' : `${target.schema}.${target.table}`
  } for ${draft.command} and the roles ${draft.roles.join(', ')}`;
  const roles = [...new Set([...USUAL_ROLES, ...first.roles, ...draft.roles])];
  return (
    <ChangeForm
      label={existing === null ? 'Create policy' : 'Save policy'}
      done={existing === null ? `Created policy ${draft.name}` : `Saved policy ${draft.name}`}
      isDirty={draft !== first}
      check={checkDraft}
      send={send}
      onDone={onDone}
      onCancel={onCancel}
    >
      {(errorOf) => (
        <>
          {existing === null && (
            <>
              {templates === undefined && (
                <TableField
                  projectRef={ref}
                  schema={schema}
                  value={draft.table}
                  error={problem.table ?? errorOf('table')}
                  onChange={(next) => set({ table: next })}
                />
              )}
              <NativeSelect
                label="Begin with"
                value={draft.template}
                data={Object.entries(templates ?? policyTemplates(LIKELY_OWNER)).map(
                  ([value, { label }]) => ({
                    value,
                    label,
                  }),
                )}
                onChange={(event) => void choose(event.currentTarget.value)}
              />
            </>
          )}
          <TextInput
            label="Name"
            value={draft.name}
            error={problem.name ?? errorOf('name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
            data-autofocus={existing !== null || undefined}
          />
          {existing === null ? (
            <>
              <NativeSelect
                label="Command"
                value={draft.command}
                data={COMMANDS.map((value) => ({ value, label: value === 'ALL' ? 'All commands' : value }))}
                error={errorOf('command')}
                onChange={(event) => set({ command: event.currentTarget.value as (typeof COMMANDS)[number] })}
              />
              <NativeSelect
                label="Kind"
                value={draft.action}
                data={[
                  { value: 'PERMISSIVE', label: 'Permissive: one of them is enough' },
                  { value: 'RESTRICTIVE', label: 'Restrictive: must hold besides the others' },
                ]}
                error={errorOf('action')}
                onChange={(event) => set({ action: event.currentTarget.value as typeof draft.action })}
              />
            </>
          ) : (
            <p>
              {existing.action === 'RESTRICTIVE' ? 'Restrictive' : 'Permissive'}, for{' '}
              {existing.command === 'ALL' ? 'all commands' : existing.command}. PostgreSQL cannot change these
              two: for that, drop the policy and create another.
            </p>
          )}
          <CheckGroup
            label="For"
            options={roles.map((value) => ({ value, label: value === 'public' ? 'Everybody' : value }))}
            values={draft.roles}
            onChange={(next) => set({ roles: next })}
            error={problem.roles ?? errorOf('roles')}
          />
          {asks.using && (
            <AiSqlField
              projectRef={ref}
              about={`${about}, the clause USING.`}
              key={`using-${filled}`}
              label="Using"
              description="Which rows are found: a condition on the columns"
              initialText={draft.using}
              error={problem.using ?? errorOf('definition')}
              onChange={(using) => set({ using })}
            />
          )}
          {asks.check && (
            <AiSqlField
              projectRef={ref}
              about={`${about}, the clause WITH CHECK.`}
              key={`check-${filled}`}
              label="With check"
              description={
                asks.using
                  ? 'Which rows may be left behind. Empty: those that are found'
                  : 'Which rows may be added: a condition on the columns'
              }
              initialText={draft.check}
              error={problem.check ?? errorOf('check')}
              onChange={(check) => set({ check })}
            />
          )}
        </>
      )}
    </ChangeForm>
  );
}
