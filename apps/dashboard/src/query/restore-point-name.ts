/** A name of at most 20 characters that tells when it was: `sql-20260309-141502`, in UTC. */
export function restorePointName(at: Date): string {
  const digits = at.toISOString().replaceAll(/\D/g, '');
  return `sql-${digits.slice(0, 8)}-${digits.slice(8, 14)}`;
}
