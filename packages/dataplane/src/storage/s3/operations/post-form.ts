import type { FastifyReply, FastifyRequest } from 'fastify';
import { tooLarge } from '../../errors/storage-error.ts';
import { keptType } from '../../rules/mime-types.ts';
import { checkKey } from '../../rules/names.ts';
import { type FormEvent, formBoundary, readMultipart } from '../../upload/read-multipart.ts';
import { contentOf, keptCacheControl, textOf } from '../../upload/read-upload.ts';
import { storeObject } from '../../upload/store-object.ts';
import { identityOf, secretOf } from '../authenticate.ts';
import { S3Error } from '../errors/s3-error.ts';
import { userMetadataOf } from '../object-headers.ts';
import type { S3Call } from '../s3-call.ts';
import { checkPolicy, type PolicyLimits } from '../signature/check-policy.ts';
import { checkScope } from '../signature/check-signature.ts';
import { readCredential } from '../signature/read-claim.ts';
import { isSame, sign, signingKey } from '../signature/sigv4.ts';
import { writeXml } from '../xml/write-xml.ts';

const MAX_FORM_FIELDS_BYTES = 64 * 1024;

/** In a key it stands for the name of the file. */
const FILE_NAME = `$\{filename}`;

/** How the call goes on once somebody is known. */
export type OpenForm = (
  identity: Awaited<ReturnType<typeof identityOf>>,
) => Promise<Pick<S3Call, 'sql' | 'files' | 'room'>>;

/** An upload by a form of a page: what it may be, a policy says, and that is what is signed. */
export async function postForm(
  request: FastifyRequest,
  reply: FastifyReply,
  bucket: string,
  open: OpenForm,
): Promise<FastifyReply> {
  const boundary = formBoundary(request.headers['content-type'] ?? '');
  if (boundary === null || request.body === undefined || request.body === null) throw malformed();
  const events = readMultipart(request.body as AsyncIterable<Buffer>, boundary);
  const { fields, fileName, fileType } = await readFields(events);
  fields.set('bucket', bucket);
  const { project } = request.project;
  const sessionToken = fields.get('x-amz-security-token') ?? null;
  const limits = checkForm(fields, (accessKey) => secretOf(project, accessKey, sessionToken), {
    region: project.region,
    now: Date.now(),
  });
  const identity = await identityOf(request, sessionToken);
  const { sql, files, room } = await open(identity);
  const key = checkKey((fields.get('key') ?? '').split(FILE_NAME).join(fileName));
  const details = {
    cacheControl: keptCacheControl(fields.get('cache-control')),
    userMetadata: userMetadataOf(fields),
  };
  const target = {
    ref: project.ref,
    bucket,
    key,
    subject: sql.subject,
    replace: true,
    run: sql.asCaller,
    isS3: true,
  };
  const upload = {
    contentType: keptType(fields.get('content-type') ?? fileType ?? undefined),
    bytes: within(contentOf(events), limits),
    expected: null,
    details: async () => details,
  };
  const { eTag } = await storeObject(target, upload, { sql, files, room });
  return answer(reply.header('etag', eTag), fields, { bucket, key, eTag, publicUrl: project.publicUrl });
}

/** The fields before the file; what stands behind it is not looked at. */
async function readFields(events: AsyncGenerator<FormEvent>) {
  const fields = new Map<string, string>();
  let left = MAX_FORM_FIELDS_BYTES;
  for (;;) {
    const next = await events.next();
    if (next.done) throw malformed();
    const event = next.value;
    if (event.kind !== 'part') continue;
    const name = event.name.toLowerCase();
    if (name === 'file') {
      const fileName = (event.fileName ?? '').split(/[/\\]/).at(-1) ?? '';
      return { fields, fileName, fileType: event.contentType };
    }
    const text = await textOf(events);
    left -= text.length + name.length;
    if (left < 0 || fields.has(name)) throw malformed();
    fields.set(name, text);
  }
}

/** Checks the signature of the policy, and the form against it. @throws {S3Error} */
export function checkForm(
  fields: ReadonlyMap<string, string>,
  findSecret: (accessKey: string) => string | null,
  { region, now }: { region: string; now: number },
): PolicyLimits {
  const policy = fields.get('policy');
  if (policy === undefined) throw new S3Error('AccessDenied', 'Access Denied');
  if (fields.get('x-amz-algorithm') !== 'AWS4-HMAC-SHA256')
    throw new S3Error('InvalidArgument', 'The field x-amz-algorithm must be AWS4-HMAC-SHA256.');
  const malformedCredential = (what: string) => new S3Error('InvalidArgument', `In the form ${what}.`);
  const { accessKey, scope } = readCredential(fields.get('x-amz-credential') ?? '', malformedCredential);
  checkScope({ form: 'query', scope }, region);
  const secret = findSecret(accessKey);
  if (secret === null)
    throw new S3Error('InvalidAccessKeyId', 'The access key is none of the keys of this project.');
  if (!isSame(fields.get('x-amz-signature') ?? '', sign(signingKey(secret, scope), policy)))
    throw new S3Error('SignatureDoesNotMatch', 'The signature does not match the policy of the form.');
  return checkPolicy(policy, fields, now);
}

async function* within(
  bytes: AsyncIterable<Buffer>,
  { minBytes, maxBytes }: PolicyLimits,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    yield chunk;
  }
  if (size < minBytes)
    throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size.');
}

function answer(
  reply: FastifyReply,
  fields: ReadonlyMap<string, string>,
  { bucket, key, eTag, publicUrl }: { bucket: string; key: string; eTag: string; publicUrl: string },
): FastifyReply {
  const redirect = fields.get('success_action_redirect') ?? '';
  if (/^https?:\/\//i.test(redirect) && URL.canParse(redirect)) {
    const url = new URL(redirect);
    for (const [name, value] of Object.entries({ bucket, key, etag: eTag }))
      url.searchParams.set(name, value);
    return reply.redirect(url.href, 303);
  }
  const location = `${publicUrl}/storage/v1/s3/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  reply.header('location', location);
  const status = fields.get('success_action_status');
  if (status === '200') return reply.code(200).send();
  if (status !== '201') return reply.code(204).send();
  return reply
    .code(201)
    .type('application/xml')
    .send(writeXml('PostResponse', { Location: location, Bucket: bucket, Key: key, ETag: eTag }));
}

function malformed(): S3Error {
  return new S3Error(
    'MalformedPOSTRequest',
    'The body of your POST request is not well-formed multipart/form-data.',
  );
}
