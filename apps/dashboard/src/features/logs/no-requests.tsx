import type { Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useContext } from 'react';
import { usePublicKey } from '../../api/use-public-key.ts';
import { projectUrl } from '../../lib/project-url.ts';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { logFilter, logSpan } from './log-question.ts';
import { OneService, useLogSearch } from './use-log-search.ts';

/** Why there is nothing in the log, and what to do about it. */
export function NoRequests({ project }: { project: Project }) {
  const { search, ask } = useLogSearch();
  const ofOne = useContext(OneService) !== null;
  const key = usePublicKey(project);
  const span = logSpan(search);
  const { service, ...filter } = logFilter(search);
  if (Object.keys(filter).length > 0 || (service !== undefined && !ofOne)) {
    return (
      <EmptyState
        title="No request matches"
        text="Try another filter or a longer time."
        action={
          <Button onClick={() => ask({ method: '', status: '', service: '', role: '', path: '' })}>
            Show all requests
          </Button>
        }
      />
    );
  }
  const isLongest = span.kind === 'last' && span.value === '7d';
  return (
    <>
      <EmptyState
        icon={<IconListDetails size={28} stroke={1.5} />}
        title={isLongest ? 'No requests yet' : 'No requests in this time'}
        text="Every request to the API of this project is listed here for seven days: its path, status and how long it took. Query strings and bodies are not kept."
        action={
          !isLongest && (
            <Button onClick={() => ask({ range: '7d', from: '', to: '' })}>Look at the last 7 days</Button>
          )
        }
      />
      {!ofOne && (
        <Section title="Make a request" description="From a terminal, as it is.">
          <CodeBlock
            label="request example"
            value={`curl '${projectUrl(project)}/auth/v1/health' \\\n  -H 'apikey: ${key}'`}
          />
        </Section>
      )}
    </>
  );
}
