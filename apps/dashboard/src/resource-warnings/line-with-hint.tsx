import { Tooltip } from '@mantine/core';
import '@mantine/core/styles/Tooltip.css';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { CardLine } from './card-line.ts';
import classes from './line-with-hint.module.css';

/** One line about a project, with what it means as a tooltip. */
export function LineWithHint({ line }: { line: CardLine }) {
  const Icon = line.tone === 'neutral' ? IconInfoCircle : IconAlertTriangle;
  return (
    <Tooltip label={line.hint} events={{ hover: true, focus: true, touch: true }} multiline maw={320}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what the tooltip says must be reachable by keyboard */}
      <span className={classes.line} data-tone={line.tone} tabIndex={0} role="note">
        <Icon size={12} stroke={2} aria-hidden="true" />
        {line.text}
      </span>
    </Tooltip>
  );
}
