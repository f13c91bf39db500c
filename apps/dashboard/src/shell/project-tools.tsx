import { IconBook2, IconSparkles } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { withDocs } from '../lib/api-docs.ts';
import { modKey } from '../lib/mod-key.ts';
import item from '../ui/menu-item.module.css';
import bar from './bar-button.module.css';
import classes from './project-tools.module.css';
import { assistantPanel, togglePanel } from './right-panel-store.ts';

interface ProjectToolsProps {
  /** bar: signs alone, where the bar has room. sheet: with their names, in the menu of screens where it has none. */
  place: 'bar' | 'sheet';
  onChoose?: () => void;
}

/** What opens over or beside each page of a project: the documentation of its API, and the assistant. */
export function ProjectTools({ place, onChoose }: ProjectToolsProps) {
  const button = place === 'bar' ? bar.button : item.item;
  const word = place === 'bar' ? 'visually-hidden' : '';
  return (
    <div className={classes[place]}>
      <Link
        to="."
        search={withDocs('introduction') as never}
        className={button}
        title="API docs"
        onClick={onChoose}
      >
        <IconBook2 size={18} stroke={1.6} aria-hidden="true" />
        <span className={word}>API docs</span>
      </Link>
      <button
        type="button"
        className={button}
        aria-keyshortcuts="Meta+I Control+I"
        title={`Assistant (${modKey()} I)`}
        onPointerEnter={() => void assistantPanel.preload()}
        onClick={() => {
          onChoose?.();
          togglePanel('Assistant');
        }}
      >
        <IconSparkles size={18} stroke={1.6} aria-hidden="true" />
        <span className={word}>Assistant</span>
      </button>
    </div>
  );
}
