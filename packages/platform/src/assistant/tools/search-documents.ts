/** A page of the product's documentation. */
export interface DocumentText {
  /** Of its file, without an ending. */
  name: string;
  /** Markdown. */
  text: string;
}

export interface FoundSection {
  document: string;
  heading: string;
  text: string;
}

const SECTION_LENGTH = 3_000;
/** Words that say nothing of what somebody looks for. */
const EMPTY = new Set([
  'a',
  'an',
  'and',
  'are',
  'can',
  'do',
  'for',
  'how',
  'i',
  'in',
  'is',
  'it',
  'my',
  'of',
  'on',
  'or',
  'the',
  'to',
  'what',
  'with',
]);

/** Sections in which most of the words of a question stand, the best first. A word in a heading counts for more. */
export function searchDocuments(
  documents: readonly DocumentText[],
  question: string,
  limit = 5,
): FoundSection[] {
  const words = [...new Set(wordsOf(question))].filter((word) => !EMPTY.has(word));
  return documents
    .flatMap(sectionsOf)
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ section }) => ({ ...section, text: section.text.slice(0, SECTION_LENGTH) }));
}

function scoreOf({ document, heading, text }: FoundSection, words: readonly string[]): number {
  const title = new Set(wordsOf(`${document} ${heading}`));
  const body = wordsOf(text);
  return words.reduce((sum, word) => {
    const times = body.filter((one) => one === word).length;
    return sum + (title.has(word) ? 5 : 0) + (times === 0 ? 0 : 1 + Math.log(times));
  }, 0);
}

function sectionsOf({ name, text }: DocumentText): FoundSection[] {
  return text.split(/^(?=#{1,4} )/m).map((part) => {
    const heading = /^#{1,4} +(.*)$/m.exec(part)?.[1] ?? name;
    return { document: name, heading, text: part.trim() };
  });
}

/** Words in lower case, without the endings that most often differ. */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).map((word) =>
    word.length > 4 ? word.replace(/(ies|es|s)$/, '') : word,
  );
}
