import type { ReactNode } from 'react';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import classes from './snippet-list.module.css';
import type { Snippet } from './snippets/snippet.ts';

interface SnippetListProps {
  snippets: readonly Snippet[];
  toCopy: (code: string) => string;
  /** What can be done about a topic, by its title. */
  actions?: Readonly<Record<string, ReactNode>>;
}

/** Where a topic is on the page. */
export function topicId(title: string): string {
  return `api-docs-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}

/** Topics one under the other, each with its code. */
export function SnippetList({ snippets, toCopy, actions = {} }: SnippetListProps) {
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
      {parts.map(({ name, code }) => (
        <div key={name ?? ''} className={classes.part}>
          {name !== null && <h4 className={classes.name}>{name}</h4>}
          <CodeBlock
            value={code}
            copied={toCopy(code)}
            label={name === null ? title : `${title}: ${name.toLowerCase()}`}
          />
        </div>
      ))}
    </article>
  ));
}
