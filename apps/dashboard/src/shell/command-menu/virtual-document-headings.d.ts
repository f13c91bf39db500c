declare module 'virtual:document-headings' {
  /** Written by `build/document-headings.ts`. */
  export const headings: readonly { name: string; title: string; text: string; hash: string }[];
}
