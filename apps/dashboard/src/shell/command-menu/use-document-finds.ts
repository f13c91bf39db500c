import { useQuery } from '@tanstack/react-query';
import type { Command } from './commands.ts';

/** Shorter texts are in nearly every heading. */
const LEAST = 3;
/** Who looks for more types more. */
const MOST = 8;

/** The headings of the documents that have a text in them. They are loaded when somebody first types. */
export function useDocumentFinds(text: string): Command[] {
  const wanted = text.trim().toLowerCase();
  const isAsked = wanted.length >= LEAST;
  const { data = [] } = useQuery({
    queryKey: ['document-headings'],
    queryFn: async () => (await import('virtual:document-headings')).headings,
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!isAsked) return [];
  return data
    .filter((heading) => heading.text.toLowerCase().includes(wanted))
    .slice(0, MOST)
    .map(({ name, title, text: label, hash }) => ({
      id: `document-${name}-${hash}`,
      group: 'Documentation',
      label,
      description: hash === '' ? 'Document' : title,
      does: {
        kind: 'go',
        link: { to: '/docs/$name', params: { name }, ...(hash === '' ? {} : { hash }) },
      },
    }));
}
