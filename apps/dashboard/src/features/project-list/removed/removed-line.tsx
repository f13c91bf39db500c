import { IconArchive } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { removedLine } from './removed-labels.ts';
import classes from './removed-line.module.css';
import { useRemoved } from './use-removed.ts';

/** A quiet line that leads to what was deleted; nothing where nothing was. */
export function RemovedLine() {
  const { data } = useRemoved();
  if (data === undefined || data.length === 0) return null;
  return (
    <Link
      from="/projects"
      to="/projects"
      search={(search) => ({ ...search, dialog: 'deleted' as const })}
      className={classes.line}
    >
      <IconArchive size={15} stroke={1.6} aria-hidden="true" />
      {removedLine(data.length)}
    </Link>
  );
}
