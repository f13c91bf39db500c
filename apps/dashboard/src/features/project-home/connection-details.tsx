import type { Connection } from '@basalt/contract';
import { useState } from 'react';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import type { ConnectForm } from './connect-form.ts';
import classes from './connection-details.module.css';
import { connectionUri, psqlCommand } from './connection-strings.ts';
import { PasswordLine } from './password-line.tsx';

interface ConnectionDetailsProps {
  connection: Connection;
  form: ConnectForm;
}

/** The address of a database in one form, and its password hidden until asked for. */
export function ConnectionDetails({ connection, form }: ConnectionDetailsProps) {
  const [isRevealed, setRevealed] = useState(false);
  const password = (
    <PasswordLine password={connection.password} isRevealed={isRevealed} onReveal={setRevealed} />
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
