export type PreviewKind = 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'none';

/** Types that say nothing of what a file is, so that its name has to. */
const UNSPOKEN = new Set(['', 'application/octet-stream', 'binary/octet-stream']);
const TEXT_TYPE =
  /^(text\/.*|application\/(json|ld\+json|xml|javascript|x-javascript|typescript|sql|x-sh|yaml|x-yaml|toml|graphql|x-ndjson))$/;
const BY_ENDING: Record<string, PreviewKind> = {
  ...kinds('image', 'png jpg jpeg gif webp avif svg bmp ico'),
  ...kinds('video', 'mp4 webm mov m4v ogv'),
  ...kinds('audio', 'mp3 wav ogg m4a flac aac'),
  ...kinds('pdf', 'pdf'),
  ...kinds(
    'text',
    'txt md csv tsv json xml html css js ts tsx jsx sql yml yaml toml ini log sh py rb go rs env',
  ),
};

function kinds(kind: PreviewKind, endings: string): Record<string, PreviewKind> {
  return Object.fromEntries(endings.split(' ').map((ending) => [ending, kind]));
}

/** How a file can be shown, by its type and, where that says nothing, by its name. HTML is shown as its text. */
export function previewKind(name: string, mimeType: string | null): PreviewKind {
  const type = (mimeType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (UNSPOKEN.has(type)) return BY_ENDING[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'none';
  if (type === 'application/pdf') return 'pdf';
  if (TEXT_TYPE.test(type)) return 'text';
  const family = type.split('/')[0];
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'none';
}
