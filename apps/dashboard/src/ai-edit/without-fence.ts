/** The code of an answer that came in a fence of Markdown, which models add although they are asked not to. */
export function withoutFence(text: string): string {
  const [, code] = /^\s*```[^\n`]*\n([\s\S]*?)\n?```\s*$/.exec(text) ?? [];
  return code ?? text;
}
