import classes from './sentence-list.module.css';

/** Sentences one under the other; with marks where there are several. */
export function SentenceList({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className={sentences.length > 1 ? classes.several : ''}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
