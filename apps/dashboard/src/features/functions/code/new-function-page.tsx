import { FUNCTION_SLUG, type Project } from '@basalt/contract';
import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useReducer, useState } from 'react';
import { useProject } from '../../../api/use-project.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { Labelled } from '../../../ui/fields/labelled.tsx';
import { SwitchField } from '../../../ui/fields/switch-field.tsx';
import { Page } from '../../../ui/pages/page.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import { FUNCTION_TEMPLATES, type FunctionTemplate, templateSources } from '../templates/template-list.ts';
import { useFunctions } from '../use-functions.ts';
import classes from './code.module.css';
import { CodeWorkspace } from './code-workspace.tsx';
import { DeployProblem } from './deploy-problem.tsx';
import { slugFromName } from './slug-from-name.ts';
import { areSameFiles, changeSources, type SourceChange, type Sources } from './source-files.ts';
import { useDeploy } from './use-deploy.ts';

const [FIRST] = FUNCTION_TEMPLATES;

/** Writes a function from a template and deploys it. */
export function NewFunctionPage({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef);
  if (project === undefined || FIRST === undefined) return null;
  return <NewFunction project={project} first={FIRST} />;
}

/** Another template takes the place of all files. */
function changeOrReplace(
  sources: Sources,
  change: SourceChange | { type: 'replace'; sources: Sources },
): Sources {
  return change.type === 'replace' ? change.sources : changeSources(sources, change);
}

function NewFunction({ project: { ref }, first }: { project: Project; first: FunctionTemplate }) {
  const navigate = useNavigate();
  const functions = useFunctions(ref);
  const [name, setName] = useState('');
  /** Null: follows the name. */
  const [ownSlug, setOwnSlug] = useState<string | null>(null);
  const [template, setTemplate] = useState(first);
  const [verifyJwt, setVerifyJwt] = useState(first.verifyJwt);
  const [sources, dispatch] = useReducer(changeOrReplace, first, templateSources);
  const [isChecked, setChecked] = useState(false);
  const [wanted, setWanted] = useState<FunctionTemplate | null>(null);
  const [isReplacing, setReplacing] = useState(false);
  const [isDeployed, setDeployed] = useState(false);
  const slug = ownSlug ?? slugFromName(name);
  const isEdited = !areSameFiles(sources, templateSources(template));
  const deployment = useDeploy({
    dispatch,
    onDone: (deployed) => {
      setDeployed(true);
      // Once the guard of what is typed has gone.
      setTimeout(() => {
        void navigate({
          to: '/project/$ref/functions/$slug/details',
          params: { ref, slug: deployed.slug },
        });
      });
    },
  });
  const problem = !isChecked
    ? null
    : name.trim() === ''
      ? { name: 'Enter a name.' }
      : !FUNCTION_SLUG.test(slug)
        ? { slug: 'Begin with a letter; then letters, digits, hyphens and underscores, 48 at most.' }
        : null;

  function takeTemplate(next: FunctionTemplate) {
    setTemplate(next);
    setVerifyJwt(next.verifyJwt);
    setWanted(null);
    dispatch({ type: 'replace', sources: templateSources(next) });
  }

  function deploy(replaces = false) {
    setChecked(true);
    if (deployment.isRunning || name.trim() === '' || !FUNCTION_SLUG.test(slug)) return;
    if (!replaces && functions.data?.some((other) => other.slug === slug) === true) return setReplacing(true);
    setReplacing(false);
    void deployment.run({ ref, slug, name: name.trim(), verifyJwt, sources, importMap: null });
  }

  return (
    <Page
      title="New function"
      description="It runs in Deno. Imports from npm, files beside it and a deno.json all work."
      actions={
        <Button variant="filled" loading={deployment.isRunning} onClick={() => deploy()}>
          Deploy function
        </Button>
      }
    >
      <UnsavedGuard when={!isDeployed && (name !== '' || isEdited)} />
      <div className={classes.form}>
        <TextInput
          label="Name"
          description="What this dashboard calls it."
          value={name}
          error={problem?.name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="off"
        />
        <TextInput
          label="Slug"
          description="The end of its address. It stays."
          value={slug}
          error={problem?.slug}
          maxLength={48}
          onChange={(event) => setOwnSlug(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <Labelled label="Template" hint={template.description}>
          <ChoiceField
            label="Template"
            value={template.id}
            options={FUNCTION_TEMPLATES.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={(id) => {
              const next = FUNCTION_TEMPLATES.find((each) => each.id === id);
              if (next === undefined) return;
              if (isEdited) setWanted(next);
              else takeTemplate(next);
            }}
          />
        </Labelled>
      </div>
      <SwitchField
        label="Verify the caller's key or token"
        description="Off, whoever knows the address can call it, and the function itself must know whom it answers."
        checked={verifyJwt}
        onChange={setVerifyJwt}
      />
      <div role="status" className={deployment.isRunning ? classes.said : 'visually-hidden'}>
        {deployment.isRunning
          ? 'Deploying. What it imports is loaded now, which can take a while the first time.'
          : ''}
      </div>
      {deployment.error !== null && (
        <DeployProblem error={deployment.error} place={deployment.place} onGo={deployment.goTo} />
      )}
      <CodeWorkspace
        key={template.id}
        projectRef={ref}
        sources={sources}
        isReadOnly={false}
        place={deployment.place}
        onChange={dispatch}
        onDeploy={() => deploy()}
      />
      <ConfirmDialog
        opened={wanted !== null}
        onClose={() => setWanted(null)}
        onConfirm={() => wanted !== null && takeTemplate(wanted)}
        title="Replace what you wrote?"
        confirmLabel="Use template"
        danger
      >
        <p>The files of the template take the place of all files here.</p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={isReplacing}
        onClose={() => setReplacing(false)}
        onConfirm={() => deploy(true)}
        title={`Replace ${slug}?`}
        confirmLabel="Replace function"
        danger
      >
        <p>
          There is a function with this slug already. What you deploy becomes its next version, and the
          present one can be rolled back to.
        </p>
      </ConfirmDialog>
    </Page>
  );
}
