import type { ReactNode } from 'react';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { type Runner, RunPart } from './run/run-part.tsx';
import { runsInPlace } from './run/run-rules.ts';
import classes from './snippet-list.module.css';
import type { Part, Snippet } from './snippets/snippet.ts';

interface SnippetListProps {
  snippets: readonly Snippet[];
  toCopy: (code: string) => string;
  /** Null: nothing can be run now, or by this person. */
  runner: Runner | null;
  /** What can be done about a topic, by its title. */
  actions?: Readonly<Record<string, ReactNode>>;
}

/** Where a topic is on the page. */
export function topicId(title: string): string {
  return `api-docs-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}

/** Topics one under the other, each with its code. */
export function SnippetList({ snippets, toCopy, runner, actions = {} }: SnippetListProps) {
  return snippets.map(({ title, text, parts }) => (
    <article key={title} className={classes.topic} aria-labelledby={topicId(title)}>
      <h3 id={topicId(title)} tabIndex={-1} className={classes.title}>
        {title}
      </h3>
      {text.map((paragraph) => (
        <p key={paragraph} className={classes.text}>
          {paragraph}
        </p>
      ))}
      {actions[title]}
      {parts.map((part) => (
        <div key={part.name ?? ''} className={classes.part}>
          {part.name !== null && <h4 className={classes.name}>{part.name}</h4>}
          <PartCode title={title} part={part} copied={toCopy(part.code)} runner={runner} />
        </div>
      ))}
    </article>
  ));
}

interface PartCodeProps {
  title: string;
  part: Part;
  copied: string;
  runner: Runner | null;
}

function PartCode({ title, part: { name, code, request }, copied, runner }: PartCodeProps) {
  const label = name === null ? title : `${title}: ${name.toLowerCase()}`;
  if (runner === null || request === undefined || !runsInPlace(request, runner.project))
    return <CodeBlock value={code} copied={copied} label={label} />;
  // Another request begins anew: an answer belongs to what was sent.
  return (
    <RunPart
      key={`${request.method} ${request.url}`}
      code={code}
      copied={copied}
      label={label}
      request={request}
      runner={runner}
    />
  );
}
