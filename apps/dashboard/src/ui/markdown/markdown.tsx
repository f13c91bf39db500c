import type { MarkedToken, Token, Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { CodeBlock } from '../copy/code-block.tsx';
import classes from './markdown.module.css';
import { headingId, known, linkTarget, readable } from './read-markdown.ts';

/** What a link to a place beside the document becomes. */
export type RelativeLink = (href: string, words: ReactNode) => ReactNode;

interface MarkdownProps {
  /** From `readMarkdown`. */
  tokens: readonly MarkedToken[];
  /** Without it such links are only words. */
  relativeLink?: RelativeLink;
}

/** Deeper than anybody writes; what lies below is shown as it stands. */
const DEEPEST = 20;

/**
 * Markdown as elements of the page. HTML in it is shown as text, images are their description, and links lead to the
 * web or to what `relativeLink` makes of them, so a text from anybody can be shown.
 */
export function Markdown({ tokens, relativeLink = (_, words) => words }: MarkdownProps) {
  return (
    <div className={classes.markdown}>
      <Each tokens={tokens} level={0} relativeLink={relativeLink} />
    </div>
  );
}

interface Context {
  level: number;
  relativeLink: RelativeLink;
}

/** The keys are places: a token does not change while it is read. */
function Each({ tokens, ...context }: Context & { tokens: readonly MarkedToken[] }) {
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={index}>
      <One token={token} {...context} />
    </Fragment>
  ));
}

function One({ token, level, relativeLink }: Context & { token: MarkedToken }): ReactNode {
  if (level > DEEPEST) return token.raw;
  const inside = (tokens: Token[] | undefined) => (
    <Each tokens={known(tokens)} level={level + 1} relativeLink={relativeLink} />
  );
  switch (token.type) {
    case 'heading': {
      const Heading = token.depth <= 2 ? 'h2' : 'h3';
      return (
        <Heading id={headingId(token)} className={classes.heading} tabIndex={-1}>
          {inside(token.tokens)}
        </Heading>
      );
    }
    case 'paragraph':
      return <p>{inside(token.tokens)}</p>;
    case 'list': {
      const List = token.ordered ? 'ol' : 'ul';
      return (
        <List className={classes.list} {...(token.ordered && { start: Number(token.start) })}>
          {token.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index}>{inside(item.tokens)}</li>
          ))}
        </List>
      );
    }
    case 'code':
      return <CodeBlock value={token.text} label="example" />;
    case 'table':
      return <Table token={token} inside={inside} />;
    case 'blockquote':
      return <blockquote className={classes.quote}>{inside(token.tokens)}</blockquote>;
    case 'hr':
      return <hr className={classes.rule} />;
    case 'br':
      return <br />;
    case 'strong':
      return <strong>{inside(token.tokens)}</strong>;
    case 'em':
      return <em>{inside(token.tokens)}</em>;
    case 'del':
      return <del>{inside(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'link': {
      const words = inside(token.tokens);
      const target = linkTarget(token.href);
      if (target === null) return words;
      if (target.kind === 'relative') return relativeLink(target.href, words);
      // Whoever wrote the text may not be who serves the page: it learns nothing of where it was followed from.
      return (
        <a href={target.href} target="_blank" rel="noopener noreferrer">
          {words}
        </a>
      );
    }
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    case 'text':
      return token.tokens === undefined ? readable(token.text) : inside(token.tokens);
    case 'image':
      return readable(token.text);
    case 'escape':
      return token.text;
    case 'html':
      return token.raw;
    default:
      return null;
  }
}

function Table({ token, inside }: { token: Tokens.Table; inside: (tokens: Token[]) => ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a document has many tables, and each would be a landmark
    <div className={classes.frame} tabIndex={0} role="group" aria-label="Table">
      <table className={classes.table}>
        <thead>
          <tr>
            {token.header.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <th key={index} scope="col">
                {inside(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={index}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <td key={column}>{inside(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
