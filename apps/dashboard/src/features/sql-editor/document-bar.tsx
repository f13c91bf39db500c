import {
  IconInfoCircle,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { NavigationState } from '../../ui/navigation-pane/use-navigation-state.ts';
import classes from './document-bar.module.css';

interface DocumentBarProps {
  /** Null where there is no list. */
  navigation: NavigationState | null;
  children: ReactNode;
}

/** What is open, and the way to everything else. */
export function DocumentBar({ navigation, children }: DocumentBarProps) {
  if (navigation === null && children === null) return null;
  return (
    <div className={classes.bar}>
      {navigation !== null && <Toggle navigation={navigation} />}
      <div className={classes.header}>{children}</div>
    </div>
  );
}

function Toggle({ navigation }: { navigation: NavigationState }) {
  const { isShown, toggle } = navigation;
  const label = isShown ? 'Hide snippets' : 'Show snippets';
  const Sign = isShown ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  return (
    <button
      type="button"
      className={classes.toggle}
      aria-label={label}
      aria-expanded={isShown}
      title={label}
      onClick={toggle}
    >
      <Sign size={17} stroke={1.6} aria-hidden />
    </button>
  );
}

interface EditorNotesProps {
  isLarge: boolean;
}

/** What the reader must know about the text above: one line each, nothing when all is as usual. */
export function EditorNotes({ isLarge }: EditorNotesProps) {
  const notes = [isLarge && 'Completion and bracket matching are off for a text of this size.'].filter(
    (note) => note !== false,
  );
  return (
    <div role="status">
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          <IconInfoCircle size={14} aria-hidden /> {note}
        </p>
      ))}
    </div>
  );
}
