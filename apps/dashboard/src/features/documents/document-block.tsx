import { CodeBlock } from '../../ui/copy/code-block.tsx';
import classes from './document-page.module.css';
import { InlineWords } from './inline-words.tsx';
import type { Block } from './read-document.ts';

/** One block of a document. The keys are places: a document does not change while it is read. */
export function DocumentBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level <= 2 ? 'h2' : 'h3';
      return (
        <Heading id={block.id} className={classes.heading} tabIndex={-1}>
          <InlineWords content={block.content} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <InlineWords content={block.content} />
        </p>
      );
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List className={classes.list}>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index}>
              <InlineWords content={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'code':
      return <CodeBlock value={block.text} label="example" />;
    case 'table':
      return <DocumentTable head={block.head} rows={block.rows} />;
  }
}

function DocumentTable({ head, rows }: Pick<Extract<Block, { kind: 'table' }>, 'head' | 'rows'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.frame} tabIndex={0} aria-label="Table">
      <table className={classes.table}>
        <thead>
          <tr>
            {head.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <th key={index} scope="col">
                <InlineWords content={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={index}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <td key={column}>
                  <InlineWords content={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
