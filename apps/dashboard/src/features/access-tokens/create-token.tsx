import { PROJECT_ROLES, type ProjectRole } from '@basalt/contract';
import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldSentence } from '../../lib/field-errors.ts';
import { useAction } from '../../lib/use-action.ts';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import classes from './access-tokens-page.module.css';

const NEVER = 'never';
const ENDS = [
  { value: '7', label: 'Expires in 7 days' },
  { value: '30', label: 'Expires in 30 days' },
  { value: '90', label: 'Expires in 90 days' },
  { value: '365', label: 'Expires in a year' },
  { value: NEVER, label: 'Never expires' },
];

const ALL = '';
const ROLES = [
  { value: ALL, label: 'Everything that I may do' },
  ...PROJECT_ROLES.map((role) => ({ value: role as string, label: `At most ${role}` })),
];

/** Makes a token and shows it the only time it can be seen. */
export function CreateToken() {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [end, setEnd] = useState('90');
  const [role, setRole] = useState<string>(ALL);
  const [project, setProject] = useState<string>(ALL);
  const projects = useQuery(orpc.projects.list.queryOptions());
  const [problem, setProblem] = useState<string | null>(null);
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  const create = useAction({
    mutation: orpc.accounts.createAccessToken.mutationOptions(),
    onDone: async (token) => {
      setMade(token);
      setName('');
      await queries.invalidateQueries({ queryKey: orpc.accounts.listAccessTokens.key() });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isRunning) return;
    if (name.trim() === '') return setProblem('Enter a name.');
    void create.run({
      name: name.trim(),
      expires_in_days: end === NEVER ? null : Number(end),
      role: role === ALL ? null : (role as ProjectRole['role']),
      project: project === ALL ? null : project,
    });
  }

  if (made !== null) {
    return (
      <Section
        title={`Copy the token “${made.name}” now`}
        description="It is shown only this once; the server keeps no copy that could be read."
        actions={<Button onClick={() => setMade(null)}>I have copied it</Button>}
      >
        <UnsavedGuard
          when
          text="The token is shown only this once. Without a copy it is of no use to anybody."
        />
        <CodeLine value={made.token} label="access token" />
      </Section>
    );
  }
  return (
    <Section title="New token">
      <form className={classes.form} onSubmit={submit}>
        <UnsavedGuard when={name.trim() !== ''} />
        <TextInput
          className={classes.field ?? ''}
          aria-label="Name of the token"
          placeholder="What it is for, such as deploy script"
          autoComplete="off"
          value={name}
          error={problem ?? (create.error && fieldSentence(create.error))}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(null);
            create.reset();
          }}
        />
        <ChoiceField label="When it expires" value={end} options={ENDS} onChange={setEnd} />
        <ChoiceField label="What it may do" value={role} options={ROLES} onChange={setRole} />
        <ChoiceField
          label="Projects"
          value={project}
          options={[
            { value: ALL, label: 'In all projects' },
            ...(projects.data ?? []).map(({ ref, name }) => ({ value: ref, label: `In ${name}` })),
          ]}
          onChange={setProject}
        />
        <Button type="submit" variant="filled" loading={create.isRunning}>
          Create token
        </Button>
      </form>
    </Section>
  );
}
