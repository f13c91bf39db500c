/** Why a port of ours could not be opened, as a sentence that names the variable to change. */
export function explainListenError(error: unknown, port: number, variable: string): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Stop it, or set ${variable} to another port.`;
    case 'EACCES':
      return `Port ${port} may not be opened by this user. Set ${variable} to a port above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'BASALT_HOST is not an address of this machine. Set it to one, 127.0.0.1 for example.';
    default:
      return `Port ${port} could not be opened: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
