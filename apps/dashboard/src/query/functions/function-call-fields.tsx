import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { api, orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { functionUrl } from '../../lib/function-url.ts';
import { Notice } from '../../ui/pages/notice.tsx';
import type { FunctionCall, FunctionKey } from './function-call.ts';

const KEYS: Record<FunctionKey, string> = {
  publishable: 'Publishable key, as anon',
  secret: 'Secret key, bypassing row level security',
  none: 'No key',
  own: 'As entered',
};

interface FunctionCallFieldsProps {
  projectRef: string;
  value: Pick<FunctionCall, 'slug' | 'kind'> | null;
  /** What is called when it is none of the project's functions. */
  otherwise: string;
  /** Who can read a key that is kept with the call, as a sentence. */
  readers: string;
  onChange: (call: FunctionCall | null) => void;
}

/** One of the project's functions and the key to call it with. Nothing where there are none, or they may not be read. */
export function FunctionCallFields({
  projectRef: ref,
  value,
  otherwise,
  readers,
  onChange,
}: FunctionCallFieldsProps) {
  const { data: project } = useProject(ref);
  const { data: functions = [] } = useQuery(
    orpc.functions.list.queryOptions({
      input: { ref },
      enabled: project?.abilities.read_functions === true,
    }),
  );
  const [problem, setProblem] = useState<string | null>(null);
  /** The last choice: one whose key comes late does not replace it. */
  const choices = useRef(0);
  if (project === undefined || functions.length === 0) return null;
  const own = functions.find(({ slug }) => slug === value?.slug);
  const mayReadKeys = project.abilities.read_api_keys;
  const kinds = (Object.keys(KEYS) as FunctionKey[]).filter((kind) =>
    kind === 'own' ? value?.kind === 'own' : kind === 'none' || mayReadKeys || value?.kind === kind,
  );

  async function choose(slug: string, wanted: FunctionKey) {
    if (project === undefined) return;
    choices.current += 1;
    const choice = choices.current;
    setProblem(null);
    const url = functionUrl(project, slug);
    let key: string | null = null;
    try {
      if (wanted !== 'none') key = await readKey(ref, wanted);
    } catch (failure) {
      if (choice === choices.current) setProblem(toApiError(failure).message);
      return;
    }
    if (choice !== choices.current) return;
    if (key === null && wanted !== 'none')
      setProblem(`The project has no ${wanted} key. You can make one on the page of API keys.`);
    onChange({ slug, url, kind: key === null ? 'none' : wanted, key });
  }

  return (
    <>
      <NativeSelect
        label="Edge function"
        value={own?.slug ?? ''}
        data={[
          { value: '', label: otherwise },
          ...functions.map(({ slug, name }) => ({
            value: slug,
            label: name === slug ? slug : `${name} (${slug})`,
          })),
        ]}
        onChange={({ currentTarget: { value: slug } }) => {
          const next = functions.find((each) => each.slug === slug);
          choices.current += 1;
          setProblem(null);
          if (next === undefined) onChange(null);
          else void choose(slug, next.verify_jwt && mayReadKeys ? 'publishable' : 'none');
        }}
      />
      {own !== undefined && value !== null && (
        <NativeSelect
          label="Key to call it with"
          description={own.verify_jwt ? 'The function asks for one.' : 'The function does not ask for one.'}
          value={value.kind}
          data={kinds.map((kind) => ({ value: kind, label: KEYS[kind] }))}
          onChange={({ currentTarget: { value: kind } }) =>
            kind !== 'own' && void choose(own.slug, kind as FunctionKey)
          }
        />
      )}
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {own !== undefined && value?.kind === 'secret' && <Notice tone="warn">{readers}</Notice>}
    </>
  );
}

/** The first key of a kind; null: there is none. @throws ORPCError */
async function readKey(ref: string, kind: FunctionKey): Promise<string | null> {
  const keys = await api.apiKeys.v1List({ ref, reveal: kind === 'secret' });
  return keys.find(({ type }) => type === kind)?.api_key ?? null;
}
