import type { EdgeFunction, Project } from '@basalt/contract';
import { useState } from 'react';
import { usePublicKey } from '../../../api/use-public-key.ts';
import { downloadCommand } from '../../../lib/command-line.ts';
import { functionUrl } from '../../../lib/function-url.ts';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import { CallsSection } from './calls-section.tsx';
import classes from './details.module.css';
import { FunctionSettings } from './function-settings.tsx';
import { INVOKE_SNIPPETS, type InvokeProgram } from './invoke-snippets.ts';

interface OverviewPanelProps {
  project: Project;
  own: EdgeFunction;
}

/** Where a function answers, what is known of it, and what can be changed without its code. */
export function OverviewPanel({ project, own }: OverviewPanelProps) {
  const url = functionUrl(project, own.slug);
  return (
    <>
      <Section title="About">
        <FactList
          facts={[
            { label: 'URL', value: <code>{url}</code>, copy: url },
            { label: 'Slug', value: <code>{own.slug}</code>, copy: own.slug },
            { label: 'Version', value: own.version },
            { label: 'Updated', value: <TimeAgo date={new Date(own.updated_at)} /> },
            { label: 'Created', value: <TimeAgo date={new Date(own.created_at)} /> },
            { label: 'Entrypoint', value: <code>{own.entrypoint_path}</code> },
            ...(own.import_map_path === undefined
              ? []
              : [{ label: 'Import map', value: <code>{own.import_map_path}</code> }]),
          ]}
        />
      </Section>
      <CallsSection projectRef={project.ref} slug={own.slug} />
      <Invoke project={project} url={url} own={own} />
      {project.abilities.deploy_functions && <FunctionSettings key={own.name} project={project} own={own} />}
    </>
  );
}

function Invoke({ project, url, own }: OverviewPanelProps & { url: string }) {
  const key = usePublicKey(project);
  const [program, setProgram] = useState<InvokeProgram>('cURL');
  return (
    <Section
      title="Call it"
      description={
        own.verify_jwt
          ? 'With a key of the project, or the token of somebody who is signed in.'
          : 'Without a key: callers are not verified.'
      }
    >
      <div className={classes.stack}>
        <div className={classes.choice}>
          <ChoiceField
            label="Program"
            value={program}
            options={Object.keys(INVOKE_SNIPPETS).map((name) => ({ value: name, label: name }))}
            onChange={(next) => setProgram(next as InvokeProgram)}
          />
        </div>
        <CodeBlock
          label={`${program} snippet`}
          value={INVOKE_SNIPPETS[program]({ project, url, slug: own.slug, key: own.verify_jwt ? key : null })}
        />
        <p className={classes.digest}>Download the code with the command line:</p>
        <CodeBlock label="download command" value={downloadCommand(project.ref, own.slug)} />
      </div>
    </Section>
  );
}
