import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { readConnectionString } from './connection-string.ts';
import { NO_SERVER, type ServerDraft, type ServerField, TLS_LABELS } from './server-draft.ts';
import classes from './server-fields.module.css';

interface ServerFieldsProps {
  draft: ServerDraft;
  onChange: (part: Partial<ServerDraft>) => void;
  errors: Partial<Record<ServerField, string | null>>;
}

const TLS_OPTIONS = Object.entries(TLS_LABELS).map(([value, label]) => ({ value, label }));

/** Where a server is and who logs in there: typed, or read from a connection string. */
export function ServerFields({ draft, onChange, errors }: ServerFieldsProps) {
  return (
    <>
      <ConnectionStringField onChange={onChange} />
      <div className={classes.address}>
        <TextInput
          label="Host"
          placeholder="db.example.com"
          autoComplete="off"
          spellCheck={false}
          value={draft.host}
          error={errors.host}
          onChange={(event) => onChange({ host: event.currentTarget.value })}
        />
        <TextInput
          label="Port"
          inputMode="numeric"
          autoComplete="off"
          value={draft.port}
          error={errors.port}
          onChange={(event) => onChange({ port: event.currentTarget.value })}
        />
      </div>
      <p className={classes.hint}>
        Addresses inside your network must be allowed with <code>BASALT_OUTGOING_ALLOW</code> when Basalt is
        started.
      </p>
      <div className={classes.pair}>
        <TextInput
          label="Database"
          autoComplete="off"
          spellCheck={false}
          value={draft.database}
          error={errors.database}
          onChange={(event) => onChange({ database: event.currentTarget.value })}
        />
        <TextInput
          label="User"
          autoComplete="off"
          spellCheck={false}
          value={draft.user}
          error={errors.user}
          onChange={(event) => onChange({ user: event.currentTarget.value })}
        />
      </div>
      <PasswordField
        label="Password"
        meter={false}
        value={draft.password}
        error={errors.password}
        onChange={(password) => onChange({ password })}
      />
      <NativeSelect
        label="TLS"
        data={TLS_OPTIONS}
        value={draft.tls}
        error={errors.tls}
        onChange={(event) => onChange({ tls: event.currentTarget.value as ServerDraft['tls'] })}
      />
      {draft.tls === 'verify' && (
        <Textarea
          label="Certificate authority"
          description="For servers whose certificate no public authority has signed. Empty: the public authorities."
          placeholder="-----BEGIN CERTIFICATE-----"
          classNames={{ input: classes.pem ?? '' }}
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          value={draft.authority}
          error={errors.certificate_authority}
          onChange={(event) => onChange({ authority: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** Fills in the other fields, and is emptied then: there may be a password in it. */
function ConnectionStringField({ onChange }: Pick<ServerFieldsProps, 'onChange'>) {
  const [text, setText] = useState('');
  const [state, setState] = useState<'untouched' | 'read' | 'unreadable'>('untouched');
  function read(next: string) {
    setText(next);
    const parts = readConnectionString(next);
    setState('untouched');
    if (parts !== null) onChange({ port: NO_SERVER.port, ...parts });
  }
  function finish() {
    if (text.trim() === '') return;
    const isRead = readConnectionString(text) !== null;
    setState(isRead ? 'read' : 'unreadable');
    if (isRead) setText('');
  }
  return (
    <TextInput
      label="Connection string"
      description={
        state === 'read'
          ? 'The fields below were filled in from it.'
          : 'Paste it to fill in the fields below, or fill them in yourself.'
      }
      placeholder="postgres://user:password@host:5432/database?sslmode=require"
      autoComplete="off"
      spellCheck={false}
      value={text}
      error={
        state === 'unreadable' &&
        'This is no connection string of one server. Characters such as ? in a password must be percent-encoded.'
      }
      onChange={(event) => read(event.currentTarget.value)}
      onBlur={finish}
    />
  );
}
