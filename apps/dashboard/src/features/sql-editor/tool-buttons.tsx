import { RowMenu } from '../../ui/menus/row-menu.tsx';
import classes from './run-toolbar.module.css';
import type { Tool } from './toolbar-tool.ts';

/** The tools as buttons; the style sheet leaves one of the two forms away, and its words where they do not fit. */
export function ToolButtons({ tools }: { tools: readonly Tool[] }) {
  return (
    <>
      <div className={classes.tools}>
        {tools.map(({ label, word = label, icon: ToolIcon, keys, onChoose }) => (
          <button
            key={label}
            type="button"
            className={classes.tool}
            title={keys === undefined ? label : `${label} (${keys.label})`}
            aria-label={label}
            aria-keyshortcuts={keys?.aria}
            onClick={onChoose}
          >
            <ToolIcon size={15} stroke={1.75} aria-hidden />
            <span className={classes.word}>{word}</span>
          </button>
        ))}
      </div>
      <div className={classes.more}>
        <RowMenu
          label="More tools"
          entries={() =>
            tools.map(({ label, keys, onChoose }) => ({
              label,
              ...(keys === undefined ? {} : { text: keys.label }),
              onChoose,
            }))
          }
        />
      </div>
    </>
  );
}
