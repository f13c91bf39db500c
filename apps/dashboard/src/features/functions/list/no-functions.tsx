import { IconLambda } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { commandLineSetup, deployCommands } from '../../../lib/command-line.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import classes from './list.module.css';

/** The two ways to a first function. */
export function NoFunctions({ projectRef: ref, mayDeploy }: { projectRef: string; mayDeploy: boolean }) {
  return (
    <>
      <EmptyState
        icon={<IconLambda size={28} stroke={1.5} />}
        title="No functions yet"
        text={
          mayDeploy
            ? 'A function is TypeScript or JavaScript that answers at an address of its own. Write one here, or deploy a folder from a terminal.'
            : 'Functions appear here when somebody deploys one.'
        }
        action={
          mayDeploy && (
            <ButtonLink to="/project/$ref/functions/new" params={{ ref }}>
              Write the first function
            </ButtonLink>
          )
        }
      />
      {mayDeploy && (
        <Section
          title="Deploy from a terminal"
          description={
            <>
              With the public <code>supabase</code> command line. It needs one of your{' '}
              <Link to="/account/tokens" className={classes.link ?? ''}>
                access tokens
              </Link>
              .
            </>
          }
        >
          <div className={classes.steps}>
            <p>Once, so that it asks this installation and not the hosted service:</p>
            <CodeBlock label="set-up of the command line" value={commandLineSetup(window.location.origin)} />
            <p>Then, for each function:</p>
            <CodeBlock label="deploy commands" value={deployCommands(ref, 'hello-world')} />
          </div>
        </Section>
      )}
    </>
  );
}
