import { ClusterError } from '@basalt/clusters';
import { describe, expect, it } from 'vitest';
import { ConfigError } from './config.ts';
import { HomeError } from './home.ts';
import { describeError } from './logger.ts';
import { explainDatabaseUrl, explainMistake } from './operator-mistakes.ts';

const PLACE = '/data/basalt/backups';
const errno = (code: string, more: Partial<NodeJS.ErrnoException> = {}) =>
  Object.assign(new Error(`${code}: as the system says it`), { code, path: PLACE, syscall: 'open', ...more });

describe('a mistake of the operator', () => {
  it.each([
    ['a setting', new ConfigError('BASALT_PORT must be a number.'), /^BASALT_PORT must be a number\.$/],
    ['the data folder', new HomeError('It is damaged.'), /^It is damaged\.$/],
    ['the machine', new ClusterError('home_unusable', 'It cannot be entered.'), /^It cannot be entered\.$/],
    [
      'a full disk',
      errno('ENOSPC'),
      /^The disk that holds \/data\/basalt\/backups is full\. Free some space/,
    ],
    ['a full disk somewhere', errno('ENOSPC', { path: undefined }), /^The disk is full\. Free some space/],
    ['a quota', errno('EDQUOT'), /is full\. Free some space/],
    [
      'a folder without rights',
      errno('EACCES', { syscall: 'mkdir' }),
      /^\/data\/basalt\/backups is closed to the user/,
    ],
    [
      'a file of another user',
      errno('EPERM', { syscall: 'chmod' }),
      /Give this user the right to read and write it\./,
    ],
    ['a mount for reading', errno('EROFS'), /can only be read\. Make it writable, or set BASALT_HOME/],
    ['a folder in the place of a file', errno('EISDIR'), /is a folder, and must be a file\. Move it away/],
    ['a file in the place of a folder', errno('ENOTDIR'), /something above it is no folder\. Move that away/],
    ['a broken disk', errno('EIO', { syscall: 'read' }), /the disk reports an error\. Check the disk\./],
    ['too few open files', errno('EMFILE'), /open no more files\. Raise its limit \(ulimit -n\)/],
    [
      'too few processes',
      errno('EAGAIN', { syscall: 'spawn /x/postgres' }),
      /start no more processes\. Raise/,
    ],
    ['a cause further down', new Error('a step', { cause: errno('ENOSPC') }), /is full\. Free some space/],
  ])('is told in a sentence, and without its place in the code: %s', (_, error, sentence) => {
    expect(explainMistake(error)).toMatch(sentence);
    const logged = JSON.stringify(describeError(error));
    expect(logged).toMatch(/"message":"/);
    expect(logged).not.toMatch(/stack|\bat .*\.ts/);
  });

  it.each([
    ['an error of the code', new TypeError('x is not a function')],
    ['a file that is not there', errno('ENOENT')],
    ['a connection that is refused', errno('ECONNREFUSED', { syscall: 'connect' })],
    ['a socket that may not be opened', errno('EACCES', { syscall: 'connect' })],
    ['a call of clusters that is wrong', new ClusterError('bad_request', 'There is no such setting.')],
    ['no memory for something else', errno('ENOMEM', { syscall: 'read' })],
    ['nothing', undefined],
  ])('is not everything: %s', (_, error) => {
    expect(explainMistake(error)).toBeNull();
    if (error !== undefined) expect(JSON.stringify(describeError(error))).toContain('"stack"');
  });
});

describe('a DATABASE_URL', () => {
  const said = (code: string, message: string) => Object.assign(new Error(message), { code });
  it.each([
    [
      'that cannot be read',
      said('ERR_INVALID_URL', 'Invalid URL'),
      /^DATABASE_URL cannot be read\. It looks like postgresql:/,
    ],
    ['with a stray percent sign', new URIError('URI malformed'), /^DATABASE_URL cannot be read/],
    [
      'of an unknown host',
      said('ENOTFOUND', 'getaddrinfo ENOTFOUND db'),
      /^The host of DATABASE_URL is not known/,
    ],
    [
      'where nobody listens',
      said('ECONNREFUSED', ''),
      /does not answer \(ECONNREFUSED\)\. Start it, or correct/,
    ],
    ['of a socket that is not there', said('ENOENT', 'connect ENOENT'), /does not answer \(ENOENT\)/],
    ['where nobody answers', new Error('timeout expired'), /does not answer \(timeout expired\)/],
    [
      'with a wrong password',
      said('28P01', 'password authentication failed for user "x"'),
      /refuses to let Basalt in: password/,
    ],
    [
      'without a password',
      new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
      /has no password/,
    ],
    [
      'of an unknown database',
      said('3D000', 'database "x" does not exist'),
      /is not there: database "x" does not exist\. Create it/,
    ],
    [
      'of a user without rights',
      said('42501', 'permission denied for schema public'),
      /too few rights: .* owner of the database/,
    ],
    ['of a standby', said('25006', 'cannot execute CREATE'), /can only be read/],
    ['of a crowded server', said('53300', 'too many clients'), /takes no more connections/],
    ['of a server that starts', said('57P03', 'the database system is starting up'), /starting or stopping/],
    ['that wants SSL in vain', new Error('The server does not support SSL connections'), /Take sslmode out/],
  ])('%s is told in a sentence', (_, error, sentence) => {
    expect(explainDatabaseUrl(error)).toMatch(sentence);
    expect(explainDatabaseUrl(error)).toMatch(/\.$/);
  });

  it('is not blamed for a defect', () => {
    expect(explainDatabaseUrl(said('42703', 'column "x" does not exist'))).toBeNull();
    expect(explainDatabaseUrl(new TypeError('x is not a function'))).toBeNull();
  });
});
