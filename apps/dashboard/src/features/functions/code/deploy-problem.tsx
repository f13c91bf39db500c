import { Button } from '@mantine/core';
import type { ApiError } from '../../../api/api-error.ts';
import { Notice } from '../../../ui/pages/notice.tsx';
import classes from './code.module.css';
import type { FilePlace } from './use-deploy.ts';

interface DeployProblemProps {
  error: ApiError;
  place: FilePlace | null;
  onGo: (place: FilePlace) => void;
}

/** Why files were not deployed, in the words of what loads them, with the way to the line. */
export function DeployProblem({ error, place, onGo }: DeployProblemProps) {
  const [first = 'Unknown error', ...rest] = error.message.trim().split('\n');
  const more = rest.join('\n').replace(/^\n+/, '');
  return (
    <Notice
      tone="danger"
      title={`Failed to deploy function: ${first || 'Unknown error'}`}
      actions={
        place !== null && (
          <Button size="xs" onClick={() => onGo(place)}>
            Go to {place.path}, line {place.line}
          </Button>
        )
      }
    >
      {more !== '' && <pre className={classes.problem}>{more}</pre>}
      <p>Nothing was changed: what was deployed before goes on.</p>
    </Notice>
  );
}
