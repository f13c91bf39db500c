import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { presentParams } from '../../../lib/pages/search-params.ts';

/** What the address of a page about a database holds. */
export interface ObjectSearch {
  /** Part of a name. */
  q?: string | undefined;
  /** One schema; none: `public`; {@link ALL_SCHEMAS}. */
  schema?: string | undefined;
  /** Which kind of objects, where a page has several. */
  kind?: string | undefined;
  /** The bucket that the form of a new policy is about, or whose files are tested. */
  bucket?: string | undefined;
  /** The id of the object whose details are shown. */
  open?: string | undefined;
  /** `new`: the form of a new object. `edit`: that of the open one. `test`: the open table as others see it. */
  act?: string | undefined;
}

export const ALL_SCHEMAS = '*';
export const USUAL_SCHEMA = 'public';

/** The schemas that a list is asked for; undefined: all. */
export function schemasOf({ schema = USUAL_SCHEMA }: ObjectSearch): string | undefined {
  return schema === ALL_SCHEMAS ? undefined : schema;
}

/** What the address holds, and how to change a part of it. Opening and closing can be gone back from, searching cannot. */
export function useObjectSearch(): [ObjectSearch, (change: ObjectSearch) => void] {
  const search = useSearch({ strict: false }) as ObjectSearch;
  const navigate = useNavigate();
  const change = useCallback(
    (next: ObjectSearch) =>
      void navigate({
        to: '.',
        search: (before: ObjectSearch) => presentParams({ ...before, ...next }),
        replace: !('open' in next || 'act' in next),
      }),
    [navigate],
  );
  return [search, change];
}
