import type { ApiError } from '../../../api/api-error.ts';
import { Notice } from '../../../ui/pages/notice.tsx';
import classes from './sql-failure.module.css';

/** What the database says of an error beside its message. */
interface SaidMore {
  code?: string | null;
  detail?: string | null;
  hint?: string | null;
}

/** SQLSTATE of what others depend on. */
const DEPENDENTS = '2BP01';

function moreOf({ details }: ApiError): SaidMore {
  return typeof details === 'object' && details !== null ? (details as SaidMore) : {};
}

/** Whether something cannot be dropped because something else needs it. */
export function hasDependents(error: ApiError | null): boolean {
  return error !== null && moreOf(error).code === DEPENDENTS;
}

/** Why the database refused something: its sentence, detail, hint and code. */
export function SqlFailure({ error, title }: { error: ApiError; title: string }) {
  const { code, detail, hint } = moreOf(error);
  return (
    <Notice tone="danger" title={title}>
      <p>{error.message}</p>
      {detail && <p className={classes.detail}>{detail}</p>}
      {hint && <p className={classes.detail}>Hint: {hint}</p>}
      {code && (
        <p>
          Code <code>{code}</code>
        </p>
      )}
    </Notice>
  );
}
