import {
  type EdgeFunction,
  FUNCTION_TEST_METHODS,
  type FUNCTION_TEST_ROLES,
  type Project,
} from '@basalt/contract';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { fieldErrors } from '../../../lib/field-errors.ts';
import { functionUrl } from '../../../lib/function-url.ts';
import { useAction } from '../../../lib/use-action.ts';
import { UserField } from '../../../query/users/user-field.tsx';
import { type Pair, PairsField } from '../../../ui/fields/pairs-field.tsx';
import form from '../../../ui/form.module.css';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import classes from './test.module.css';
import { TestAnswer } from './test-answer.tsx';
import { TestLog } from './test-log.tsx';

const ROLES = {
  anon: 'anon, with the public key',
  user: 'One of the users, signed in',
  service_role: 'service_role, bypassing row level security',
  none: 'nobody, without a key',
} as const satisfies Record<(typeof FUNCTION_TEST_ROLES)[number], string>;

/** What has no body. */
const BARE: readonly string[] = ['GET', 'HEAD'];

interface Draft {
  method: (typeof FUNCTION_TEST_METHODS)[number];
  path: string;
  role: keyof typeof ROLES;
  /** Who calls as `user`; null: nobody is chosen. */
  userId: string | null;
  headers: readonly Pair[];
  body: string;
}

const START: Draft = {
  method: 'POST',
  path: '',
  role: 'anon',
  userId: null,
  headers: [{ key: 0, name: 'content-type', value: 'application/json' }],
  body: '{\n  "name": "Ada"\n}',
};

/** Sends a request to a function and shows the answer. */
export function TestPanel({ project, own }: { project: Project; own: EdgeFunction }) {
  const [draft, setDraft] = useState(START);
  const send = useAction({ mutation: orpc.functions.test.mutationOptions() });
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof send.run>>>();
  const [isUserMissing, setUserMissing] = useState(false);
  const errors = fieldErrors(send.error, ['path', 'headers', 'body', 'user_id']);
  // The function sees the user's token, so it takes the right to act for users.
  const mayActAsUser = project.abilities.read_auth_users && project.abilities.read_api_keys;
  const hasBody = !BARE.includes(draft.method);
  const path = draft.path.trim();
  const isPathWrong = path !== '' && !/^[/?]/.test(path);

  function edit(part: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...part }));
    setUserMissing(false);
    send.reset();
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    if (send.isRunning || isPathWrong) return;
    const { role, userId } = draft;
    setUserMissing(role === 'user' && userId === null);
    if (role === 'user' && userId === null) return;
    const headers = draft.headers
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, value }) => ({ name: name.trim(), value }));
    setAnswer(undefined);
    setAnswer(
      await send.run({
        ref: project.ref,
        function_slug: own.slug,
        method: draft.method,
        path,
        role,
        ...(role === 'user' && userId !== null ? { user_id: userId } : {}),
        headers: hasBody ? headers : headers.filter(({ name }) => !/^content-type$/i.test(name)),
        body: hasBody && draft.body !== '' ? draft.body : null,
      }),
    );
  }

  return (
    <div className={classes.panel}>
      <Section
        title="Request"
        description="The platform sends it, so it works whichever origins the function allows."
      >
        <form
          className={form.form}
          onSubmit={(event) => void submit(event)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void submit(event);
          }}
          noValidate
        >
          <div className={classes.line}>
            <NativeSelect
              label="Method"
              data={FUNCTION_TEST_METHODS}
              value={draft.method}
              onChange={(event) => edit({ method: event.currentTarget.value as Draft['method'] })}
            />
            <TextInput
              label="Path and query"
              description={functionUrl(project, own.slug)}
              placeholder="/part?name=value"
              value={draft.path}
              error={isPathWrong ? 'Begin with / or ?.' : errors.path}
              onChange={(event) => edit({ path: event.currentTarget.value })}
              autoComplete="off"
              spellCheck={false}
            />
          </div>
          <NativeSelect
            label="Call as"
            data={Object.entries(ROLES)
              .filter(([value]) => value !== 'user' || mayActAsUser)
              .map(([value, label]) => ({ value, label }))}
            value={draft.role}
            onChange={(event) => edit({ role: event.currentTarget.value as Draft['role'], userId: null })}
          />
          {draft.role === 'user' && (
            <UserField
              projectRef={project.ref}
              label="User"
              error={isUserMissing ? 'Choose a user.' : errors.user_id}
              onChange={(userId) => edit({ userId })}
            />
          )}
          <PairsField
            label="Headers"
            noun="header"
            pairs={draft.headers}
            onChange={(headers) => edit({ headers })}
            error={errors.headers ?? undefined}
          />
          {hasBody && (
            <Textarea
              className={classes.body ?? ''}
              label="Body"
              value={draft.body}
              error={errors.body}
              rows={8}
              onChange={(event) => edit({ body: event.currentTarget.value })}
              autoComplete="off"
              spellCheck={false}
            />
          )}
          {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
          <div className={form.foot}>
            <Button type="submit" variant="filled" loading={send.isRunning}>
              Send request
            </Button>
          </div>
        </form>
      </Section>
      <div className={classes.results}>
        <TestAnswer answer={answer ?? null} isRunning={send.isRunning} />
        {answer != null && <TestLog projectRef={project.ref} slug={own.slug} answer={answer} />}
      </div>
    </div>
  );
}
