import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { askAssistant } from '../../lib/ask-assistant.ts';
import { Notice } from '../../ui/pages/notice.tsx';
import type { FailureText } from '../run/run-failure.ts';
import { fixQuestion } from './ask-questions.ts';
import classes from './failure-box.module.css';
import { mayBeSetting, suspectSetting } from './suspect-settings.ts';

interface FailureBoxProps {
  failure: FailureText;
  onGoToLine: (line: number) => void;
  /** What was run, for whoever helps to mend it; left out where nobody wrote it. */
  sql?: string;
  /** Errors are red; the panel beside a page shows them as a warning. */
  tone?: 'danger' | 'warn';
}

/** Why a run failed: the first line as the title, the rest as the database wrote it. */
export function FailureBox({ failure, onGoToLine, sql, tone = 'danger' }: FailureBoxProps) {
  const { title, lines, line, code } = failure;
  return (
    <div className={classes.box} role={tone === 'warn' ? 'alert' : undefined}>
      <Notice
        tone={tone}
        title={title}
        actions={
          <>
            {line !== null && (
              <Button size="xs" onClick={() => onGoToLine(line)}>
                Go to line {line}
              </Button>
            )}
            {code !== null && sql !== undefined && (
              <Button size="xs" onClick={() => askAssistant(fixQuestion(sql, [title, ...lines]))}>
                Fix this error
              </Button>
            )}
          </>
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

/** Under an error of the database: that a stored setting may be the reason, and where it can be reset. */
function SettingHint({ code }: { code: string | null }) {
  const { ref } = useParams({ strict: false });
  return ref === undefined || !mayBeSetting(code) || code === null ? null : (
    <Hint projectRef={ref} code={code} />
  );
}

function Hint({ projectRef: ref, code }: { projectRef: string; code: string }) {
  const { data: project } = useProject(ref);
  const { data: settings = [] } = useQuery({
    ...orpc.storedSettings.list.queryOptions({ input: { ref } }),
    enabled: project?.abilities.run_sql === true,
    // Stored a moment ago, perhaps.
    staleTime: 0,
    retry: false,
  });
  const suspect = suspectSetting(code, settings);
  if (suspect === null) return null;
  return (
    <p className={classes.hint}>
      The setting <code>{suspect.name}</code>, stored for the{' '}
      {suspect.role === null ? 'database' : `role ${suspect.role}`}, may be the reason.{' '}
      <Link to="/project/$ref/settings/database" params={{ ref }} hash="stored-settings">
        Stored settings
      </Link>
    </p>
  );
}
