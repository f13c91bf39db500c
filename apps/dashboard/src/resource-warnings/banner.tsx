import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './banner.module.css';

interface BannerProps {
  isCritical: boolean;
  title: string;
  text: string;
  action: ReactNode;
}

/** A line across the whole width above the pages of a project. */
export function Banner({ isCritical, title, text, action }: BannerProps) {
  return (
    <section className={classes.banner} data-critical={isCritical || undefined} aria-label="Resource warning">
      <IconAlertTriangle size={18} stroke={1.75} className={classes.icon} aria-hidden="true" />
      <div className={classes.words} role={isCritical ? 'alert' : 'status'}>
        <p className={classes.title}>{title}</p>
        <p className={classes.text}>{text}</p>
      </div>
      <div className={classes.action}>{action}</div>
    </section>
  );
}
