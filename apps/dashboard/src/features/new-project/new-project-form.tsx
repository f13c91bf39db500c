import {
  DEFAULT_POSTGRES_ENGINE,
  DEFAULT_REGION,
  type Organization,
  passwordProblem,
  REGIONS,
  type Region,
} from '@basalt/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { useAction } from '../../lib/use-action.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import form from '../../ui/form.module.css';
import { Notice } from '../../ui/pages/notice.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { chooseEngine, engineOptions, versionsQuestion } from './engine-options.ts';
import classes from './new-project-form.module.css';

const FIELDS = ['name', 'db_pass', 'region', 'postgres_engine', 'organization_slug'] as const;
const REGION_OPTIONS = Object.entries(REGIONS).map(([value, label]) => ({ value, label }));

interface Draft {
  name: string;
  password: string;
  region: Region;
  engine: string;
}
const EMPTY: Draft = { name: '', password: '', region: DEFAULT_REGION, engine: DEFAULT_POSTGRES_ENGINE };

export function NewProjectForm(props: { organization: Organization; organizations: Organization[] }) {
  const { organization, organizations } = props;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const [problems, setProblems] = useState<{ name?: string; password?: string }>({});
  const change = (part: Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...part }));
    setProblems({});
    create.reset();
  };
  const versions = useQuery(
    orpc.organizations.availableVersions.queryOptions({
      ...versionsQuestion(organization.slug, draft.region),
      staleTime: 600_000,
      placeholderData: keepPreviousData,
    }),
  );
  const offered = versions.data?.available_versions ?? [];
  const engine = chooseEngine(offered, draft.engine);
  const create = useAction({
    mutation: orpc.projects.v1Create.mutationOptions(),
    onDone: async ({ ref }) => {
      void queries.invalidateQueries({ queryKey: orpc.projects.list.key() });
      void queries.invalidateQueries({ queryKey: orpc.organizations.key() });
      await navigate({ to: '/project/$ref', params: { ref } });
    },
  });
  const errors = fieldErrors(create.error, FIELDS);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isRunning) return;
    const name = draft.name.trim();
    const weak = passwordProblem(draft.password);
    if (name === '' || weak !== null) {
      setProblems({
        ...(name === '' ? { name: 'Enter a name.' } : {}),
        ...(weak === null ? {} : { password: weak }),
      });
      return;
    }
    void create.run({
      name,
      db_pass: draft.password,
      organization_slug: organization.slug,
      region: draft.region,
      ...(engine === undefined ? {} : { postgres_engine: engine }),
    });
  }

  return (
    <form onSubmit={submit} noValidate>
      <UnsavedGuard when={(draft.name.trim() !== '' || draft.password !== '') && !create.isRunning} />
      <Section title="Details">
        <div className={form.form}>
          {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
          <TextInput
            label="Name"
            placeholder="My project"
            autoFocus
            autoComplete="off"
            value={draft.name}
            error={problems.name ?? errors.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <NativeSelect
            label="Organization"
            data={organizations
              .filter((one) => one.abilities.create_project)
              .map(({ slug, name }) => ({ value: slug, label: name }))}
            value={organization.slug}
            error={errors.organization_slug}
            onChange={(event) =>
              // The page stays, with what was typed.
              void navigate({
                to: '/new/$slug',
                params: { slug: event.currentTarget.value },
                replace: true,
                ignoreBlocker: true,
              })
            }
          />
          <PasswordField
            label="Database password"
            description="For connecting to the database directly. Keep it where you keep passwords."
            value={draft.password}
            onChange={(password) => change({ password })}
            error={problems.password ?? errors.db_pass}
            generator
          />
          <div className={classes.pair}>
            <NativeSelect
              label="Postgres version"
              data={engineOptions(offered)}
              value={engine ?? draft.engine}
              disabled={offered.length === 0}
              error={
                errors.postgres_engine ??
                (versions.isError ? 'The versions could not be loaded. The default is used.' : null)
              }
              onChange={(event) => change({ engine: event.currentTarget.value })}
            />
            <NativeSelect
              label="Region label"
              description="Only a label: the project runs on this machine."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              data={REGION_OPTIONS}
              value={draft.region}
              error={errors.region}
              onChange={(event) => change({ region: event.currentTarget.value as Region })}
            />
          </div>
        </div>
      </Section>
      <div className={classes.foot}>
        <ButtonLink to="/projects">Cancel</ButtonLink>
        <Button type="submit" variant="filled" loading={create.isRunning}>
          Create project
        </Button>
      </div>
    </form>
  );
}
