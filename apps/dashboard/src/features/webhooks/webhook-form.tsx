import type { Webhook, WebhookEvent, WebhookMethod } from '@basalt/contract';
import { Button, NumberInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type ApiError, toApiError } from '../../api/api-error.ts';
import { api, orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { fieldSentence } from '../../lib/field-errors.ts';
import { showToast } from '../../lib/toast.ts';
import {
  calledFunction,
  type FunctionCall,
  KEY_HEADER,
  keyInHeaders,
} from '../../query/functions/function-call.ts';
import { FunctionCallFields } from '../../query/functions/function-call-fields.tsx';
import { TableField, type TableName } from '../../query/tables/table-field.tsx';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { CheckGroup } from '../../ui/fields/check-group.tsx';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { type Pair, PairsField } from '../../ui/fields/pairs-field.tsx';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import classes from './webhooks.module.css';

const EVENTS: ReadonlyArray<{ value: WebhookEvent; label: string }> = [
  { value: 'INSERT', label: 'Insert' },
  { value: 'UPDATE', label: 'Update' },
  { value: 'DELETE', label: 'Delete' },
];
const METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly WebhookMethod[];
const LONGEST_MS = 30_000;

interface Draft {
  name: string;
  table: TableName | null;
  events: readonly WebhookEvent[];
  active: boolean;
  url: string;
  method: WebhookMethod;
  headers: readonly Pair[];
  params: readonly Pair[];
  timeoutMs: number | string;
}

type Field = 'name' | 'table' | 'events' | 'url' | 'headers' | 'params' | 'timeout_ms';

function draftOf(hook: Webhook | null): Draft {
  const pairs = (list: Webhook['headers']) =>
    list.map(({ name, value }, key) => ({ key, name, value: value ?? '' }));
  return {
    name: hook?.name ?? '',
    table: hook === null ? null : { id: -1, schema: hook.schema, name: hook.table },
    events: hook?.events ?? ['INSERT'],
    active: hook?.active ?? true,
    url: hook?.url ?? '',
    method: METHODS.find((method) => method === hook?.method) ?? 'POST',
    headers: pairs(hook?.headers ?? []),
    params: pairs(hook?.params ?? []),
    timeoutMs: hook?.timeout_ms ?? 5_000,
  };
}

interface WebhookFormProps {
  projectRef: string;
  /** Null: a new one. */
  existing: Webhook | null;
  onDone: (id: string) => void;
  onCancel: () => void;
}

/** When a webhook sends what to whom. The SQL is shown before it runs, and what was typed stays when the database refuses. */
export function WebhookForm({ projectRef: ref, existing, onDone, onCancel }: WebhookFormProps) {
  const [first] = useState(() => draftOf(existing));
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<Partial<Record<Field, string>>>({});
  const [statements, setStatements] = useState<readonly string[] | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const client = useQueryClient();
  const { data: project } = useProject(ref);
  const called = project === undefined ? null : calledFunction(project, draft.url);
  /** How often a function was chosen: what is shown of headers begins afresh with each. */
  const [choices, setChoices] = useState(0);
  const set = (change: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...change }));
    setProblems({});
    setError(null);
  };
  const call = (chosen: FunctionCall | null) => {
    setChoices((count) => count + 1);
    set({ url: chosen?.url ?? '', headers: withKey(draft.headers, chosen?.key ?? null) });
  };
  const errorOf = (field: Field) => {
    const said = error?.field === field || error?.field?.startsWith(`${field}.`) === true;
    return problems[field] ?? (said && error !== null ? fieldSentence(error) : undefined);
  };

  async function send(preview: boolean) {
    const { table, timeoutMs, ...rest } = draft;
    const pairs = (list: readonly Pair[]) =>
      list
        .filter(({ name, value }) => name !== '' || value !== '')
        .map(({ name, value }) => ({ name, value }));
    const input = {
      ...rest,
      ref,
      preview,
      events: [...rest.events],
      schema: table?.schema ?? '',
      table: table?.name ?? '',
      headers: pairs(rest.headers),
      params: pairs(rest.params),
      timeout_ms: Number(timeoutMs),
    };
    setBusy(true);
    setError(null);
    try {
      return await (existing === null
        ? api.webhooks.create(input)
        : api.webhooks.update({ ...input, id: existing.id }));
    } catch (failure) {
      setError(toApiError(failure));
      setStatements(null);
      return null;
    } finally {
      setBusy(false);
    }
  }

  async function review(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const found = missingIn(draft);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setStatements((await send(true))?.statements ?? null);
  }

  async function run() {
    const made = await send(false);
    if (made === null) return;
    setDone(true);
    void showToast('done', `${existing === null ? 'Created' : 'Saved'} webhook ${draft.name}`);
    await client.invalidateQueries({ queryKey: orpc.webhooks.key() });
    onDone(made.id ?? '');
  }

  const isOfField = error !== null && FIELDS.some((field) => errorOf(field) !== undefined);
  return (
    <>
      <UnsavedGuard when={draft !== first && !isDone} />
      <div hidden={statements !== null}>
        <form className={form.form} onSubmit={(event) => void review(event)} noValidate>
          <TextInput
            label="Name"
            value={draft.name}
            error={errorOf('name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <TableField
            projectRef={ref}
            schema="public"
            value={draft.table}
            error={errorOf('table')}
            onChange={(table) => {
              // The field tells the number of a table that it has just found.
              if (table === null || !isSame(table, draft.table)) set({ table });
            }}
          />
          <CheckGroup
            label="Send when rows are changed by"
            options={EVENTS}
            values={draft.events}
            onChange={(events) => set({ events })}
            error={errorOf('events')}
          />
          <FunctionCallFields
            projectRef={ref}
            value={called === null ? null : { slug: called, kind: keyInHeaders(draft.headers) }}
            otherwise="None: another server"
            readers="Everybody who may read the database can read this key in the definition of the trigger."
            onChange={call}
          />
          <div className={classes.address}>
            <ChoiceField
              label="Method"
              value={draft.method}
              options={METHODS.map((value) => ({ value, label: value }))}
              onChange={(method) => set({ method: METHODS.find((one) => one === method) ?? 'POST' })}
            />
            <TextInput
              label="URL"
              placeholder="https://example.com/hooks"
              value={draft.url}
              error={errorOf('url')}
              onChange={(event) => set({ url: event.currentTarget.value })}
              autoComplete="off"
              spellCheck={false}
            />
          </div>
          <PairsField
            key={choices}
            label="Headers"
            noun="header"
            pairs={draft.headers}
            onChange={(headers) => set({ headers })}
            error={errorOf('headers')}
            areSecret
          />
          <PairsField
            label="Parameters of the URL"
            noun="parameter"
            pairs={draft.params}
            onChange={(params) => set({ params })}
            error={errorOf('params')}
          />
          <NumberInput
            label="Timeout in milliseconds"
            description="How long the other server has for its whole answer, at most 30,000"
            min={1}
            max={LONGEST_MS}
            allowDecimal={false}
            value={draft.timeoutMs}
            error={errorOf('timeout_ms')}
            onChange={(timeoutMs) => set({ timeoutMs })}
          />
          <SwitchField
            label="Active"
            description="A webhook that is switched off queues nothing."
            checked={draft.active}
            onChange={(active) => set({ active })}
          />
          {error !== null && !isOfField && (
            <Notice tone="danger" title="The webhook was not saved">
              <p>{error.message}</p>
            </Notice>
          )}
          <div className={form.foot}>
            <Button onClick={onCancel}>Cancel</Button>
            <Button type="submit" variant="filled" loading={isBusy}>
              Review SQL
            </Button>
          </div>
        </form>
      </div>
      {statements !== null && (
        <div className={form.form}>
          <p>This will run, as one transaction:</p>
          <CodeBlock label="SQL to run" value={statements.map((each) => `${each};`).join('\n')} wrap />
          <p className={classes.quiet}>Values of headers stand in the definition of the trigger.</p>
          <div className={form.foot}>
            <Button onClick={() => setStatements(null)}>Back</Button>
            <Button variant="filled" autoFocus loading={isBusy} onClick={() => void run()}>
              {existing === null ? 'Create webhook' : 'Save webhook'}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}

/** Headers with the key of the project in place of the one before; null: without one. */
function withKey(headers: readonly Pair[], value: string | null): readonly Pair[] {
  const others = headers.filter(({ name }) => name.trim().toLowerCase() !== KEY_HEADER);
  if (value === null) return others;
  return [...others, { key: 1 + Math.max(0, ...headers.map(({ key }) => key)), name: KEY_HEADER, value }];
}

function isSame(one: TableName, other: TableName | null): boolean {
  return one.schema === other?.schema && one.name === other.name;
}

const FIELDS: readonly Field[] = ['name', 'table', 'events', 'url', 'headers', 'params', 'timeout_ms'];

function missingIn({
  name,
  table,
  events,
  url,
  headers,
  params,
  timeoutMs,
}: Draft): Partial<Record<Field, string>> {
  const isNameless = (pair: Pair) => pair.name.trim() === '' && pair.value !== '';
  const timeout = Number(timeoutMs);
  return {
    ...(name.trim() === '' && { name: 'Enter a name.' }),
    ...(table === null && { table: 'Choose a table.' }),
    ...(events.length === 0 && { events: 'Choose an event.' }),
    ...(!(/^https?:\/\//i.test(url) && URL.canParse(url)) && {
      url: 'Enter an address that begins with https:// or http://.',
    }),
    ...(headers.some(isNameless) && { headers: 'Enter a name for each header.' }),
    ...(params.some(isNameless) && { params: 'Enter a name for each parameter.' }),
    ...(!(Number.isInteger(timeout) && timeout >= 1 && timeout <= LONGEST_MS) && {
      timeout_ms: 'Enter a number from 1 to 30,000.',
    }),
  };
}
