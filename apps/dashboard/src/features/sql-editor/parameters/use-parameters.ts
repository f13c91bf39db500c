import { parseParameters, type QueryParameter } from '@basalt/sql';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { EditorText } from '../../../ui/code-editor/create-code-editor.ts';
import { mayHaveParameters } from './bind-text.ts';

/** A pause in typing that is worth reading the text for. */
const READ_AFTER = 300;
const NONE: readonly QueryParameter[] = [];

/** Values that were entered, by document, as long as the page lives. */
const entered = new Map<string, Readonly<Record<string, string>>>();

export interface Parameters {
  list: readonly QueryParameter[];
  /** What was entered; the others have their default. */
  values: Readonly<Record<string, string>>;
  setValue: (name: string, value: string) => void;
  /** Every value that is known, the defaults of the whole text included. */
  known: () => Record<string, string>;
  /** Called at every key; looks at the text later. */
  textChanged: (text: EditorText) => void;
}

/** The parameters `:name` of a text and their values. */
export function useParameters(documentKey: string, initialText: string): Parameters {
  const [list, setList] = useState(() => parametersOf(initialText));
  const [values, setValues] = useState(() => entered.get(documentKey) ?? {});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  return useMemo(
    () => ({
      list,
      values,
      setValue(name, value) {
        const next = { ...values, [name]: value };
        entered.set(documentKey, next);
        setValues(next);
      },
      known() {
        const defaults = list.flatMap(({ name, defaultValue }) =>
          defaultValue === null ? [] : [[name, defaultValue] as const],
        );
        return { ...Object.fromEntries(defaults), ...values };
      },
      textChanged(text) {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          const found = parametersOf(text);
          setList((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found));
        }, READ_AFTER);
      },
    }),
    [list, values, documentKey],
  );
}

function parametersOf(text: EditorText | string): readonly QueryParameter[] {
  if (!mayHaveParameters(text)) return NONE;
  const found = parseParameters(text.toString());
  return found.length === 0 ? NONE : found;
}
