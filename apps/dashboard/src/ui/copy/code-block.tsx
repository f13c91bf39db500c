import type { ReactNode } from 'react';
import classes from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  value: string;
  /** What the copy button copies in place of `value`, such as the same with a key in it. */
  copied?: string;
  /** What it is, such as "user metadata"; names the block and its copy button. */
  label: string;
  /** Breaks long lines instead of scrolling sideways. */
  wrap?: boolean;
  /** What else can be done with it, beside the copy button. */
  actions?: ReactNode;
}

/** Several lines of code or data with a copy button. Tall ones scroll. */
export function CodeBlock({ value, copied = value, label, wrap = false, actions }: CodeBlockProps) {
  return (
    <div className={classes.block} data-actions={actions === undefined ? undefined : true}>
      <section
        className={classes.frame}
        data-wrap={wrap || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
      >
        <pre className={classes.code} dir="ltr">
          {value}
        </pre>
      </section>
      <div className={classes.copy}>
        {actions}
        <CopyButton value={copied} label={label} />
      </div>
    </div>
  );
}
