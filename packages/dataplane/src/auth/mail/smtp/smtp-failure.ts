import { OutgoingError } from '@basalt/network';

/** Everything else, encryption that fails included, is one and the same: there was nobody to talk to. */
const REFUSALS = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'EENVELOPE', 'EMESSAGE']);

/**
 * Why a mail was not sent, in a sentence for the client. Neither the server's words nor any setting is in it: both may hold
 * secrets, and whoever signs up reads it.
 */
export function smtpFailureMessage(error: unknown): string {
  return `The mail could not be sent: ${reason(error)}`;
}

/** Whether a mail server said no: one that speaks its protocol so far that it can be told from any other open port. */
export function isRefusal(error: unknown): boolean {
  return REFUSALS.has(readCodes(error).code);
}

/** The same for the log: codes only. Clients may read its message, and never its cause. */
export function smtpFailureCause(error: unknown): Error {
  if (!isRefusal(error)) {
    const { code } = readCodes(error instanceof OutgoingError ? error.cause : error);
    return new Error('SMTP failed without an answer', { cause: new Error(code) });
  }
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
    case 'EMESSAGE':
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
