// Takes what another service sends, once its signature is right: the HMAC with SHA-256 of the body, in hexadecimal digits, in the
// header X-Signature. Keep the key that you share with it in the secret WEBHOOK_SECRET.
const secret = Deno.env.get('WEBHOOK_SECRET');

async function isSigned(body: Uint8Array<ArrayBuffer>, signature: string): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, [
    'verify',
  ]);
  const digits = signature.replace(/^sha256=/, '').match(/[0-9a-f]{2}/gi) ?? [];
  const bytes = Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.verify('HMAC', key, bytes, body);
}

Deno.serve(async (request) => {
  if (secret === undefined) return new Response('Set the secret WEBHOOK_SECRET.', { status: 500 });
  const body = await request.bytes();
  if (!(await isSigned(body, request.headers.get('X-Signature') ?? '')))
    return new Response('The signature is wrong.', { status: 401 });
  const event = JSON.parse(new TextDecoder().decode(body));
  console.log('received', event);
  return Response.json({ received: true });
});
