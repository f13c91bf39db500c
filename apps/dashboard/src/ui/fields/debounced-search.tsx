import { useEffect, useEffectEvent, useState } from 'react';
import { SearchField } from './search-field.tsx';

interface DebouncedSearchProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Milliseconds without a key before a search is worth asking the server for. */
const PAUSE = 250;

/** A search field that tells what was typed once the person pauses. */
export function DebouncedSearch({ label, value, onChange }: DebouncedSearchProps) {
  /** Null: what is shown is what was told. */
  const [typed, setTyped] = useState<string | null>(null);
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    if (typed === null) return;
    if (typed === value) return setTyped(null);
    const timer = setTimeout(() => tell(typed), PAUSE);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return <SearchField label={label} value={typed ?? value} onChange={setTyped} />;
}
