import { useProject } from '../../../api/use-project.ts';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import classes from './details-panel.module.css';
import { systemReason } from './system-schemas.ts';

/** Why somebody cannot change something in a schema, or in the database where none is named; null when they can. */
export function useChangeReason(projectRef: string): (schema?: string) => string | null {
  const { data: project } = useProject(projectRef);
  const mayChange = project?.abilities.run_sql === true;
  return (schema) => {
    if (!mayChange) return 'You can look at the database of this project, but not change it.';
    return schema === undefined ? null : systemReason(schema);
  };
}

interface ObjectActionsProps {
  /** Why nothing can be done; null when it can. */
  reason: string | null;
  /** Names what the buttons are about, such as "function". */
  noun: string;
  onEdit?: () => void;
  onDrop?: () => void;
  children?: React.ReactNode;
}

/** What can be done with the object whose details are shown. */
export function ObjectActions({ reason, noun, onEdit, onDrop, children }: ObjectActionsProps) {
  return (
    <div className={classes.tools}>
      {onEdit !== undefined && (
        <GuardedButton reason={reason} onClick={onEdit}>{`Edit ${noun}`}</GuardedButton>
      )}
      {children}
      {onDrop !== undefined && (
        <GuardedButton reason={reason} color="red" variant="light" onClick={onDrop}>
          {`Drop ${noun}…`}
        </GuardedButton>
      )}
    </div>
  );
}
