import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { type Fact, FactList } from '../../../ui/lists/fact-list.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import classes from './issuer-fields.module.css';
import type { ProviderDraft } from './provider-draft.ts';

interface IssuerFieldsProps {
  projectRef: string;
  draft: ProviderDraft;
  edit: (changes: Partial<ProviderDraft>) => void;
  error: string | undefined;
}

/** What of an issuer's document people look for first. */
const SHOWN = {
  authorization_endpoint: 'People sign in at',
  token_endpoint: 'Codes become tokens at',
  jwks_uri: 'Keys',
  supported_scopes: 'Scopes',
} as const;

type Document = Readonly<Record<string, unknown>>;

/** An issuer, and what it says about itself when it is asked before anything is saved. */
export function IssuerFields({ projectRef, draft, edit, error }: IssuerFieldsProps) {
  const discover = useAction({ mutation: orpc.customProviders.discover.mutationOptions() });
  const issuer = draft.issuer.trim();
  const discoveryUrl = draft.discoveryUrl.trim();
  const [asked, setAsked] = useState<{ question: string; document: Document } | null>(null);
  const question = `${issuer} ${discoveryUrl}`;
  const change = (changes: Partial<ProviderDraft>) => {
    discover.reset();
    edit(changes);
  };
  const ask = async () => {
    const found = await discover.run({
      ref: projectRef,
      issuer,
      ...(discoveryUrl === '' ? {} : { discovery_url: discoveryUrl }),
    });
    if (found !== undefined) setAsked({ question, document: found.discovery_document });
  };
  return (
    <>
      <TextInput
        label="Issuer"
        description="As its tokens name it, to the letter."
        placeholder="https://id.example.com"
        value={draft.issuer}
        error={error}
        onChange={(event) => change({ issuer: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        label="Discovery address"
        description="Only where its document is not at /.well-known/openid-configuration below the issuer."
        value={draft.discoveryUrl}
        onChange={(event) => change({ discoveryUrl: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
      />
      <div className={classes.test}>
        <Button onClick={() => void ask()} disabled={issuer === ''} loading={discover.isRunning}>
          Test discovery
        </Button>
        {discover.error !== null && <Notice tone="danger">{discover.error.message}</Notice>}
        {discover.error === null && asked?.question === question && (
          <section aria-label="What the issuer says" className={classes.answer}>
            <FactList facts={factsOf(asked.document)} />
          </section>
        )}
      </div>
    </>
  );
}

function factsOf(document: Document): Fact[] {
  return Object.entries(SHOWN).flatMap(([name, label]) => {
    const value = document[name];
    if (value === undefined) return [];
    return [{ label, value: Array.isArray(value) ? value.join(', ') : String(value) }];
  });
}
