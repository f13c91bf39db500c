import type { Project } from '@basalt/contract';
import { usePublicKey } from '../../api/use-public-key.ts';
import { projectUrl } from '../../lib/project-url.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { Section } from '../../ui/pages/section.tsx';

/** How an application reaches the project: two lines that work as they are. */
export function ApplicationSection({ project }: { project: Project }) {
  const key = usePublicKey(project);
  const snippet = `import { createClient } from '@supabase/supabase-js'

const client = createClient('${projectUrl(project)}', '${key}')`;
  return (
    <Section
      title="Connect an application"
      description="This key is made for browsers: what it may do is up to your policies."
      actions={
        <ButtonLink to="/project/$ref/settings/api" params={{ ref: project.ref }} variant="default">
          API settings
        </ButtonLink>
      }
    >
      <CodeBlock value={snippet} label="code that makes a client" />
    </Section>
  );
}
