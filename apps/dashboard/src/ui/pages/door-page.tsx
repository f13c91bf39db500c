import type { ReactNode } from 'react';
import classes from './door-page.module.css';
import { Logo } from './logo.tsx';

/** The frame of pages before one is signed in: the mark, a heading, a form. */
export function DoorPage({
  title,
  text,
  children,
}: {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main id="main" tabIndex={-1} className={classes.door}>
      <div className={classes.card}>
        <div className={classes.brand}>
          <Logo size={32} />
          <span>Basalt</span>
        </div>
        <h1 className={classes.title}>{title}</h1>
        {text !== undefined && <p className={classes.text}>{text}</p>}
        {children}
      </div>
    </main>
  );
}
