import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { smtpMessage } from './smtp-message.ts';

const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
const MAIL = { subject: 'Hello', html: '<p>x</p>', text: 'x' };
const HEADERS = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'];
const SIGNS = ['\r\n', '\n', '\r', '\0', '\u2028', '\u3000', 'Bcc: x@evil.test', '<', ',', '"', '=?utf-8?Q?'];
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...SIGNS),
      fc.array(fc.nat({ max: 0xffff }), { maxLength: 8 }).map((codes) => String.fromCharCode(...codes)),
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(''));

test('whatever names and subjects are, a mail has its own headers and one recipient', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (sender_name, subject) => {
      const message = smtpMessage({ admin_email: 'app@app.test', sender_name }, 'ann@app.test', {
        ...MAIL,
        subject: `x${subject}`,
      });
      const sent = await transport.sendMail(message);
      const [head = ''] = sent.message.toString().split('\n\n');
      const names = head.split(/\n(?![ \t])/).map((line) => line.split(':')[0]?.toLowerCase());
      expect(names.sort()).toEqual(HEADERS);
      expect(sent.envelope).toEqual({ from: 'app@app.test', to: ['ann@app.test'] });
    }),
  );
}, 30_000);

test.each(['', 'app', 'a@b.test\r\nBcc: c@d.test', 'a@b.test, c@d.test', 'a\u3000b@c.test'])(
  '%j is no address to send from or to',
  (address) => {
    const sender_name = 'App';
    expect(() => smtpMessage({ admin_email: address, sender_name }, 'ann@app.test', MAIL)).toThrow();
    expect(() => smtpMessage({ admin_email: 'app@app.test', sender_name }, address, MAIL)).toThrow();
  },
);
