import type { Output } from '../run/run-output.ts';
import classes from './notice-list.module.css';

/** What the database said beside the results: notices, warnings. */
export function NoticeList({ output }: { output: Output }) {
  const { notices, droppedNotices } = output;
  if (notices.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list must be scrollable from the keyboard
    <ul className={classes.list} aria-label="Messages of the database" tabIndex={0}>
      {notices.map(({ severity, message, hint }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notices only ever come at the end
        <li key={i} className={classes.notice} data-severity={severity}>
          <span className={classes.severity}>{severity}:</span> {message}
          {hint !== null && <span className={classes.hint}> HINT: {hint}</span>}
        </li>
      ))}
      {droppedNotices > 0 && (
        <li className={classes.hint}>and {droppedNotices.toLocaleString('en-US')} more messages</li>
      )}
    </ul>
  );
}
