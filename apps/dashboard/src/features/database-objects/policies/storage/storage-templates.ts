import { quoteLiteral } from '@basalt/sql';
import type { PolicyTemplate } from '../policy-sql.ts';

const EVERYBODY = ['anon', 'authenticated'] as const;
const SIGNED_IN = ['authenticated'] as const;

const IS_IMAGE = "storage.extension(name) in ('avif', 'gif', 'jpeg', 'jpg', 'png', 'webp')";
const IN_OWN_FOLDER = '(storage.foldername(name))[1] = (select auth.uid())::text';
const IN_PUBLIC_FOLDER = "(storage.foldername(name))[1] = 'public'";
const IS_OWN = 'owner_id = (select auth.uid())::text';

/** Policies that most buckets begin with. Null: for the files of all buckets. */
export function templatesOfFiles(bucket: string | null): Readonly<Record<string, PolicyTemplate>> {
  const files = (...conditions: string[]) =>
    [...(bucket === null ? [] : [`bucket_id = ${quoteLiteral(bucket)}`]), ...conditions].join('\n  and ');
  const all = bucket === null ? 'true' : files();
  const about = (text: string) => ({ label: text, name: bucket === null ? text : `${text} in ${bucket}` });
  return {
    blank: {
      label: 'Empty',
      name: '',
      command: 'SELECT',
      roles: SIGNED_IN,
      using: files(),
      check: files(),
    },
    read: { ...about('Everybody reads'), command: 'SELECT', roles: EVERYBODY, using: all, check: '' },
    'signed-in': {
      ...about('Signed-in users read'),
      command: 'SELECT',
      roles: SIGNED_IN,
      using: all,
      check: '',
    },
    'public-folder': {
      ...about('Everybody reads the folder “public”'),
      command: 'SELECT',
      roles: EVERYBODY,
      using: files(IN_PUBLIC_FOLDER),
      check: '',
    },
    upload: {
      ...about('Signed-in users upload'),
      command: 'INSERT',
      roles: SIGNED_IN,
      using: '',
      check: all,
    },
    images: {
      ...about('Signed-in users upload images'),
      command: 'INSERT',
      roles: SIGNED_IN,
      using: '',
      check: files(IS_IMAGE),
    },
    'own-folder': {
      ...about('Users do everything in a folder of their own'),
      command: 'ALL',
      roles: SIGNED_IN,
      using: files(IN_OWN_FOLDER),
      check: files(IN_OWN_FOLDER),
    },
    owner: {
      ...about('Owners do everything with their files'),
      command: 'ALL',
      roles: SIGNED_IN,
      using: files(IS_OWN),
      check: files(IS_OWN),
    },
  };
}

/** Policies of the buckets themselves, not of what is in them. */
export function templatesOfBuckets(): Readonly<Record<string, PolicyTemplate>> {
  return {
    blank: { label: 'Empty', name: '', command: 'SELECT', roles: SIGNED_IN, using: '', check: '' },
    read: {
      label: 'Everybody lists the buckets',
      name: 'Everybody lists the buckets',
      command: 'SELECT',
      roles: EVERYBODY,
      using: 'true',
      check: '',
    },
    'signed-in': {
      label: 'Signed-in users list the buckets',
      name: 'Signed-in users list the buckets',
      command: 'SELECT',
      roles: SIGNED_IN,
      using: 'true',
      check: '',
    },
  };
}
