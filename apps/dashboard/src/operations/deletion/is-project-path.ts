/** Whether a path of the dashboard belongs to the project, its home included. */
export function isProjectPath(pathname: string, ref: string): boolean {
  const home = `/project/${ref}`;
  return pathname === home || pathname.startsWith(`${home}/`);
}
