/** A size of memory for people: `512 MB`, `1 GB`, `32 GB`. */
export function memoryLabels(megabytes: number): string {
  if (megabytes < 1_024) return `${megabytes} MB`;
  return `${Math.round((megabytes / 1_024) * 10) / 10} GB`;
}
