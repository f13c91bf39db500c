import { Button } from '@mantine/core';
import { Notice } from '../ui/pages/notice.tsx';
import classes from './failure-box.module.css';
import type { FailureText } from './run-failure.ts';
import { SettingHint } from './setting-hint.tsx';

interface FailureBoxProps {
  failure: FailureText;
  onGoToLine: (line: number) => void;
}

/** Why a run failed: the first line as the title, the rest as the database wrote it. */
export function FailureBox({ failure, onGoToLine }: FailureBoxProps) {
  const { title, lines, line, code } = failure;
  return (
    <div className={classes.box} role="alert">
      <Notice
        tone="warn"
        title={title}
        actions={
          line !== null && (
            <Button size="xs" onClick={() => onGoToLine(line)}>
              Go to line {line}
            </Button>
          )
        }
      >
        {lines.length > 0 && (
          <pre className={classes.lines}>
            {lines.map((text, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one error never change
              <span key={i} className={isExcerpt(text) ? classes.excerpt : classes.line}>
                {`${text}\n`}
              </span>
            ))}
          </pre>
        )}
        <SettingHint code={code} />
      </Notice>
    </div>
  );
}

/** The line of SQL and the caret under it: breaking them would move the caret to another word. */
function isExcerpt(text: string): boolean {
  return /^(LINE \d+: | *\^$)/.test(text);
}
