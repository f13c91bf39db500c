import { Button } from '@mantine/core';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { PASSWORD_PLACEHOLDER } from './connection-strings.ts';
import classes from './password-line.module.css';

interface PasswordLineProps {
  /** Null for those who may not read it. */
  password: string | null;
  isRevealed: boolean;
  onReveal: (revealed: boolean) => void;
}

/** The database password: hidden, revealed, or not for this person. */
export function PasswordLine({ password, isRevealed, onReveal }: PasswordLineProps) {
  return (
    <div className={classes.password}>
      <span className={classes.name}>Password</span>
      {password === null ? (
        <p className={classes.denied}>You need additional permissions to read the password.</p>
      ) : (
        <div className={classes.row}>
          {isRevealed ? (
            <CodeLine label="password" value={password} />
          ) : (
            <CodeLine label="password" value={PASSWORD_PLACEHOLDER} copy={false} />
          )}
          <Button
            onClick={() => onReveal(!isRevealed)}
            aria-label={isRevealed ? 'Hide password' : 'Reveal password'}
          >
            {isRevealed ? 'Hide' : 'Reveal'}
          </Button>
        </div>
      )}
    </div>
  );
}
