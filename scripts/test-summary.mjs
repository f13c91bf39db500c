const SLOWEST = 10;

/**
 * The last lines of a run but the sum: how long each stage took, and the test files that took longest.
 * @param {{ name: string, seconds: number, files: { path: string, seconds: number }[] }[]} stages in the order of the list
 */
export function summaryLines(stages) {
  const files = stages
    .flatMap((stage) => stage.files)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST);
  return [
    'Time of each stage:',
    ...stages.map(({ name, seconds }) => line(seconds, name)),
    ...(files.length === 0
      ? []
      : ['Slowest test files:', ...files.map(({ path, seconds }) => line(seconds, path))]),
  ];
}

function line(seconds, text) {
  return `${seconds.toFixed(1).padStart(8)} s  ${text}`;
}
