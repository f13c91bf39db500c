import { FUNCTION_SLUG, type Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { api, orpc } from '../../../api/client.ts';
import { deployFunction } from '../../../api/deploy-function.ts';
import { useProject } from '../../../api/use-project.ts';
import { downloadCommand } from '../../../lib/command-line.ts';
import { functionUrl } from '../../../lib/function-url.ts';
import { showToast } from '../../../lib/toast.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import { CodeLine } from '../../../ui/copy/code-line.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import classes from './cards.module.css';
import { nextDeployState, undeployed } from './deploy-machine.ts';

interface FunctionCardProps {
  projectRef: string;
  name: string;
  title: string;
  code: string;
}

/** An edge function that the assistant wrote: read, deployed, and where it is then. */
export function FunctionCard(props: FunctionCardProps) {
  const { data: project } = useProject(props.projectRef);
  if (project === undefined) return null;
  return <Card {...props} project={project} />;
}

const ENTRYPOINT = 'index.ts';

function Card({ project, name, title, code }: FunctionCardProps & { project: Project }) {
  const { ref, abilities } = project;
  const queries = useQueryClient();
  const [state, dispatch] = useReducer(nextDeployState, undeployed);
  const [isCodeShown, setCodeShown] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one of these is another function
  useEffect(() => dispatch({ type: 'changed' }), [ref, name, code]);
  const isName = FUNCTION_SLUG.test(name);

  async function press() {
    // Asked now: somebody may have deployed one since the answer was written.
    const exists = await api.functions.get({ ref, function_slug: name }).then(
      () => true,
      () => false,
    );
    dispatch({ type: 'deploy', exists });
    if (!exists) await deploy();
  }

  async function deploy() {
    try {
      const metadata = { entrypoint_path: ENTRYPOINT, name, verify_jwt: true };
      await deployFunction(ref, name, metadata, [{ path: ENTRYPOINT, content: code }]);
      dispatch({ type: 'deployed' });
      void showToast('done', 'Successfully deployed edge function');
      await queries.invalidateQueries({ queryKey: orpc.functions.key() });
    } catch (error) {
      const message = toApiError(error).message || 'Unknown error';
      dispatch({ type: 'failed', message });
      void showToast('failed', `Failed to deploy function: ${message.split('\n', 1)[0]}`);
    }
  }

  return (
    <section className={classes.card} aria-label={title}>
      <header className={classes.header}>
        <h2 className={classes.title} title={title}>
          {title}
        </h2>
        <button
          type="button"
          className={classes.icon}
          aria-expanded={isCodeShown}
          aria-label={isCodeShown ? 'Hide code' : 'Show code'}
          title={isCodeShown ? 'Hide code' : 'Show code'}
          onClick={() => setCodeShown(!isCodeShown)}
        >
          <IconCode size={15} stroke={1.75} aria-hidden />
        </button>
        {(state.phase === 'idle' || state.phase === 'failed') && abilities.deploy_functions && isName && (
          <Button size="xs" variant="filled" onClick={() => void press()}>
            Deploy
          </Button>
        )}
        {state.phase === 'deploying' && (
          <Button size="xs" variant="filled" loading>
            Deploy
          </Button>
        )}
      </header>
      {isCodeShown && <CodeBlock value={code} label={`code of ${name}`} />}
      <div role="status" className={classes.state}>
        {!isName && <p>{name} cannot be the name of a function. Ask for another one.</p>}
        {isName && !abilities.deploy_functions && <p>You need additional permissions to deploy functions.</p>}
        {state.phase === 'deploying' && <p>Deploying {name} …</p>}
        {state.phase === 'deployed' && (
          <>
            <p>Deployed. It is called at:</p>
            <CodeLine value={functionUrl(project, name)} label="function URL" />
            <p>To bring it onto your machine with the command line:</p>
            <CodeLine value={downloadCommand(ref, name)} label="download command" />
            <ButtonLink to="/project/$ref/functions/$slug/details" params={{ ref, slug: name }}>
              Open the function
            </ButtonLink>
          </>
        )}
      </div>
      {state.phase === 'asking' && (
        <div className={classes.state}>
          <Notice
            tone="warn"
            title={`A function with the name ${name} already exists`}
            actions={
              <>
                <Button size="xs" onClick={() => dispatch({ type: 'cancel' })}>
                  Cancel
                </Button>
                <Button
                  size="xs"
                  variant="filled"
                  color="red"
                  onClick={() => {
                    dispatch({ type: 'replace' });
                    void deploy();
                  }}
                >
                  Replace function
                </Button>
              </>
            }
          >
            <p>Deploying this replaces its code. The version before stays and can be put back.</p>
          </Notice>
        </div>
      )}
      {state.phase === 'failed' && (
        <div className={classes.state}>
          <Notice tone="danger" title="Failed to deploy function">
            <pre className={classes.problem}>{state.message}</pre>
          </Notice>
        </div>
      )}
    </section>
  );
}
