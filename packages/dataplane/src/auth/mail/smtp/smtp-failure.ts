/**
 * Why a mail was not sent, in a sentence for the client. Neither the server's words nor any setting is in it: both may hold
 * secrets, and whoever signs up reads it.
 */
export function smtpFailureMessage(error: unknown): string {
  return `The mail could not be sent: ${reason(error)}`;
}

/** The same for the log: codes only. */
export function smtpFailureCause(error: unknown): Error {
  const { code, responseCode } = readCodes(error);
  return new Error(`SMTP failed with ${code}${responseCode === null ? '' : `, answer ${responseCode}`}`);
}

function reason(error: unknown): string {
  switch (readCodes(error).code) {
    case 'EAUTH':
    case 'ENOAUTH':
    case 'EOAUTH2':
      return 'the mail server refused the user name and password. Check the SMTP settings of the project.';
    case 'EENVELOPE':
      return 'the mail server refused the sender or the recipient. Check the address and the SMTP settings of the project.';
    case 'ETLS':
      return 'the mail server offered no encryption that can be trusted. Check the SMTP settings of the project.';
    case 'EMESSAGE':
    case 'EPROTOCOL':
      return 'the mail server refused the message. Try again later.';
    default:
      return 'the mail server did not answer. Check the SMTP settings of the project, or try again later.';
  }
}

function readCodes(error: unknown): { code: string; responseCode: number | null } {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  return {
    code: typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : 'UNKNOWN',
    responseCode: typeof responseCode === 'number' ? responseCode : null,
  };
}
