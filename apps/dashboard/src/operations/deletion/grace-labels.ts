/** What becomes of the data of a deleted project. `days`: how long it is kept; null while that is not known. */
export function graceLabels(days: number | null): string {
  if (days === 0) return 'Its data is erased with it. This cannot be undone.';
  const time = days === null ? 'for some days' : days === 1 ? 'for 1 day' : `for ${days} days`;
  return `Its data is kept ${time}. Until then you can bring the project back with everything in it: “Deleted projects” under the list of projects. After that it is erased for good.`;
}
