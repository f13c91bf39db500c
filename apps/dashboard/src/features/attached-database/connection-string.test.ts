import { expect, test } from 'vitest';
import { readConnectionString, type ServerParts } from './connection-string.ts';

test.each<[string, ServerParts | null]>([
  [
    'postgres://ada:secret@db.example.com:6543/shop?sslmode=require',
    {
      host: 'db.example.com',
      port: '6543',
      database: 'shop',
      user: 'ada',
      password: 'secret',
      tls: 'encrypt',
    },
  ],
  ['  postgresql://ada@db.example.com\n', { host: 'db.example.com', user: 'ada' }],
  ['postgres://db.example.com/', { host: 'db.example.com' }],
  ['postgres://ada:a%40b%2Fc@h/my%20db', { host: 'h', user: 'ada', password: 'a@b/c', database: 'my db' }],
  ['postgres://ada:a@b:c#d/e@h/db', { host: 'h', user: 'ada', password: 'a@b:c#d/e', database: 'db' }],
  ['postgres://ada:100%@h/db', { host: 'h', user: 'ada', password: '100%', database: 'db' }],
  [
    'postgres://ada:x@[2001:db8::1]:5433/db',
    { host: '2001:db8::1', port: '5433', user: 'ada', password: 'x', database: 'db' },
  ],
  [
    'postgres://h/db?sslmode=verify-full&channel_binding=require',
    { host: 'h', database: 'db', tls: 'verify' },
  ],
  ['postgres://h/db?sslmode=verify-ca', { host: 'h', database: 'db', tls: 'verify' }],
  ['postgres://h/db?sslmode=prefer', { host: 'h', database: 'db', tls: 'encrypt' }],
  ['postgres://h/db?sslmode=disable', { host: 'h', database: 'db', tls: 'off' }],
  ['postgres://h/db?sslmode=whatever', { host: 'h', database: 'db' }],
  ['postgres://u:p@h/db?options=a@b', { host: 'h', user: 'u', password: 'p', database: 'db' }],
  [
    'jdbc:postgresql://h:5432/db?user=ada&password=p%26q',
    { host: 'h', port: '5432', database: 'db', user: 'ada', password: 'p&q' },
  ],
  ['postgres://one,two/db', null],
  ['postgres://ada:p?q@h/db', null],
  ['mysql://ada:p@h/db', null],
  ['postgres://', null],
  ['db.example.com', null],
  ['', null],
])('%j', (text, parts) => expect(readConnectionString(text)).toEqual(parts));
