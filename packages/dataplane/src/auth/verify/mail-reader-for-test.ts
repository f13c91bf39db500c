import type { Answer, AuthProjectForTest, Message } from '../auth-project-for-test.ts';

export const EMAIL = 'anna@example.com';

/** Somebody who asks for mails at `EMAIL`, reads them and follows their links. `project` is asked anew at every call. */
export function mailReader(project: () => AuthProjectForTest) {
  const otp = (body: object = {}): Promise<Answer> =>
    project().call('POST', '/otp', { email: EMAIL, ...body });
  const newest = async (recipient = EMAIL): Promise<Message> => {
    const [message] = await project().messages(recipient);
    if (!message) throw new Error('There is no message.');
    return message;
  };
  return {
    otp,
    newest,
    async follow(link: string | null) {
      const answer = await project().call('GET', pathOf(link), undefined, { key: 'none' });
      const location = new URL(answer.headers.location ?? 'none:');
      return { answer, location, fragment: new URLSearchParams(location.hash.slice(1)) };
    },
    /** The session of a new user who proved the address; two minutes ago, so that more mails may be sent. */
    async confirmedUser(): Promise<Answer['body']> {
      await otp();
      const { code: token } = await newest();
      const { body } = await project().call('POST', '/verify', { type: 'email', email: EMAIL, token });
      project().pass(120);
      return body;
    },
  };
}

/** Path and query of a mail's link below the auth service. */
export function pathOf(link: string | null): string {
  return (link ?? '').replace('http://api.test/abcdefghijklmnopqrst/auth/v1', '');
}
