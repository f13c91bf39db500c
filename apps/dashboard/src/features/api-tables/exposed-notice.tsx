import type { ApiTable } from '@basalt/contract';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import classes from './exposed-notice.module.css';
import { closingSql, exposureOf } from './exposure.ts';

/** The tables that are open to everybody, and the SQL that closes them. Nothing when there are none. */
export function ExposedNotice({ projectRef, tables }: { projectRef: string; tables: readonly ApiTable[] }) {
  const exposed = tables.filter((table) => exposureOf(table) === 'exposed');
  if (exposed.length === 0) return null;
  const title = exposed.length === 1 ? '1 table is' : `${exposed.length.toLocaleString('en')} tables are`;
  return (
    <Notice tone="danger" title={`${title} exposed without a policy`}>
      <div className={classes.body}>
        <p>
          Anyone with a publishable or anon key reaches every row, and every visitor of your app has one. Run
          this SQL to close {exposed.length === 1 ? 'it' : 'them'}, then add policies that let the right
          people in.
        </p>
        <CodeBlock label="SQL" value={exposed.map(closingSql).join('\n')} />
        <div>
          <ButtonLink to="/project/$ref/sql" params={{ ref: projectRef }} size="xs">
            Open SQL editor
          </ButtonLink>
        </div>
      </div>
    </Notice>
  );
}
