import type { Connection } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { connectionUri, PASSWORD_PLACEHOLDER, psqlCommand } from '../../lib/connection-strings.ts';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import type { ConnectForm } from './connect-form.ts';
import classes from './connection-details.module.css';

interface ConnectionDetailsProps {
  connection: Connection;
  form: ConnectForm;
  /** Said where the password is not shown. */
  whyNoPassword: string;
}

/** The address of a database in one form, and its password hidden until asked for. */
export function ConnectionDetails({ connection, form, whyNoPassword }: ConnectionDetailsProps) {
  const [isRevealed, setRevealed] = useState(false);
  const password = (
    <PasswordLine
      password={connection.password}
      whyNot={whyNoPassword}
      isRevealed={isRevealed}
      onReveal={setRevealed}
    />
  );
  if (form === 'parameters') {
    return (
      <div className={classes.parameters}>
        <Parameter name="Host" value={connection.host} />
        <Parameter name="Port" value={String(connection.port)} />
        <Parameter name="Database" value={connection.database} />
        <Parameter name="User" value={connection.user} />
        {password}
      </div>
    );
  }
  return (
    <div className={classes.form}>
      {form === 'uri' ? (
        <CodeLine
          label="connection URI"
          value={connectionUri(connection, isRevealed ? connection.password : null)}
        />
      ) : (
        <>
          <CodeLine label="psql command" value={psqlCommand(connection)} />
          <p className={classes.note}>psql asks for the password when it connects.</p>
        </>
      )}
      {password}
    </div>
  );
}

function Parameter({ name, value }: { name: string; value: string }) {
  return (
    <div className={classes.parameter}>
      <span className={classes.name}>{name}</span>
      <CodeLine label={name.toLowerCase()} value={value} />
    </div>
  );
}

interface PasswordLineProps {
  /** Null: it is not shown. */
  password: string | null;
  whyNot: string;
  isRevealed: boolean;
  onReveal: (revealed: boolean) => void;
}

/** The database password: hidden, revealed, or not for this person. */
function PasswordLine({ password, whyNot, isRevealed, onReveal }: PasswordLineProps) {
  return (
    <div className={classes.password}>
      <span className={classes.passwordLineName}>Password</span>
      {password === null ? (
        <p className={classes.denied}>{whyNot}</p>
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
