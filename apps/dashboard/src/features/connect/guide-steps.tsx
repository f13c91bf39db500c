import { Button } from '@mantine/core';
import { useOpenSnippet } from '../../query/use-open-snippet.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import classes from './guide-steps.module.css';
import type { Step } from './guides/guide.ts';

/** Steps one under the other, each with what is to copy. */
export function GuideSteps({ projectRef, steps }: { projectRef: string; steps: readonly Step[] }) {
  const openSnippet = useOpenSnippet(projectRef);
  return (
    <ol className={classes.steps}>
      {steps.map(({ title, text, code, leadsTo }) => (
        <li key={title} className={classes.step}>
          <div className={classes.head}>
            <h3 className={classes.title}>{title}</h3>
            {leadsTo === 'sql-editor' && (
              <Button size="xs" variant="default" onClick={() => openSnippet(code, title)}>
                Open in the SQL editor
              </Button>
            )}
            {leadsTo === 'access-tokens' && (
              <ButtonLink to="/account/tokens" size="xs" variant="default">
                Access tokens
              </ButtonLink>
            )}
          </div>
          {text !== undefined && <p className={classes.text}>{text}</p>}
          <CodeBlock value={code} label={title} />
        </li>
      ))}
    </ol>
  );
}
