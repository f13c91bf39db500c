import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { documentOf } from './documents.ts';
import type { Inline } from './read-inline.ts';

/** The words of a line. Links to what does not come with the dashboard are only words. */
export function InlineWords({ content }: { content: readonly Inline[] }) {
  return content.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a document does not change while it is read
    <Fragment key={index}>
      <Part part={part} />
    </Fragment>
  ));
}

function Part({ part }: { part: Inline }) {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code>{part.text}</code>;
    case 'strong':
      return <strong>{part.text}</strong>;
    case 'emphasis':
      return <em>{part.text}</em>;
    case 'link':
      return <DocumentLink text={part.text} to={part.to} />;
  }
}

function DocumentLink({ text, to }: { text: string; to: string }) {
  if (to.startsWith('https://')) return <a href={to}>{text}</a>;
  if (to.startsWith('#'))
    return (
      <Link to="." hash={to.slice(1)}>
        {text}
      </Link>
    );
  const target = documentOf(to);
  if (target === null) return text;
  return (
    <Link to="/docs/$name" params={{ name: target.name }} {...(target.hash && { hash: target.hash })}>
      {text}
    </Link>
  );
}
