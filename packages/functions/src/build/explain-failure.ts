const LONGEST = 2_000;

/**
 * What Deno says of a function that it cannot load, in the words of whoever deployed it: paths as they were sent, and what to do
 * about imports that are not reached.
 * @param inside the file URL of the folder of the files, with a slash
 */
export function explainFailure(stderr: string, inside: string): string {
  const text = stderr
    .split('\n')
    .filter((line) => !/^(Download|Initialize|Warning|Stack backtrace|\s+\d+: )/.test(line))
    .join('\n')
    .replaceAll(inside, '')
    .replace(/^error: (Uncaught )?/, '')
    .trim();
  const hint = /\b(https?|jsr):/.test(text)
    ? '\nImports from npm (npm:name@version) always work. Name others in an import map, or deploy their files with the function.'
    : '';
  return `${text.slice(0, LONGEST) || 'The function could not be loaded.'}${hint}`;
}
