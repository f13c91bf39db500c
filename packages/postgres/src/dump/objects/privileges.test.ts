import { describe, expect, it } from 'vitest';
import { type Privilege, privilegeStatements } from './privileges.ts';

function granted(grantor: string, grantee: string | null, grantable = false): Privilege {
  return { grantor, grantee, privilege: 'CONNECT', grantable };
}

describe('privilegeStatements', () => {
  it('takes the defaults away and gives what is listed', () => {
    const list = [granted('owner', 'owner'), granted('owner', null)];
    expect(privilegeStatements('DATABASE d', 'owner', list, 'root')).toEqual([
      'REVOKE ALL ON DATABASE d FROM PUBLIC',
      'REVOKE ALL ON DATABASE d FROM owner',
      'GRANT CONNECT ON DATABASE d TO owner',
      'GRANT CONNECT ON DATABASE d TO PUBLIC',
    ]);
  });

  it('lets others pass on only what they have by then', () => {
    const list = [granted('b', 'c'), granted('a "b"', 'b', true), granted('root', 'a "b"', true)];
    expect(privilegeStatements('PARAMETER p', null, list, 'root')).toEqual([
      'GRANT CONNECT ON PARAMETER p TO "a ""b""" WITH GRANT OPTION',
      'SET SESSION AUTHORIZATION "a ""b"""',
      'GRANT CONNECT ON PARAMETER p TO b WITH GRANT OPTION',
      'RESET SESSION AUTHORIZATION',
      'SET SESSION AUTHORIZATION b',
      'GRANT CONNECT ON PARAMETER p TO c',
      'RESET SESSION AUTHORIZATION',
    ]);
  });
});
