import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import classes from './card-shell.module.css';

interface CardShellProps {
  /** Empty while not even that is known. */
  title: string;
  actions?: ReactNode;
  /** Why there is nothing to show; without it the card is about to come. */
  text?: string;
  onRetry?: (() => void) | null;
}

/** The frame of a card whose query is not shown, at the size that it will have. */
export function CardShell({ title, actions, text, onRetry = null }: CardShellProps) {
  return (
    <article className={classes.card} {...(title === '' ? { 'aria-hidden': true } : { 'aria-label': title })}>
      <header className={classes.header}>
        <h2 className={classes.title} title={title}>
          {title === '' ? <Skeleton width={140} height={14} /> : title}
        </h2>
        {actions}
      </header>
      <div className={classes.body}>
        {text === undefined ? (
          <div className={classes.lines}>
            <Skeleton height={14} width="92%" />
            <Skeleton height={14} width="76%" />
            <Skeleton height={14} width="84%" />
          </div>
        ) : (
          <div className={classes.words}>
            <p>{text}</p>
            {onRetry !== null && (
              <Button size="xs" onClick={onRetry}>
                Try again
              </Button>
            )}
          </div>
        )}
      </div>
    </article>
  );
}
