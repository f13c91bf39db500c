import { expect, test } from 'vitest';
import { namesNodeSockets } from './node-sockets.ts';

test.each([
  ["import net from 'node:net';", true],
  ['import{Socket as s}from"net";', true],
  ["import 'tls';", true],
  ["export * from 'node:tls'", true],
  ['const e = require("net"), t = 1;', true],
  ['await import(`node:net`)', true],
  ["process.getBuiltinModule('net')", true],
  ["import { createClient } from 'npm:@supabase/supabase-js@2';", false],
  ["url.replace(/^ws/i, 'http')", false],
  ["import http from 'node:http';", false],
  ["const kinds = ['net', 'gross'];", false],
])('%s', (code, expected) => expect(namesNodeSockets(code)).toBe(expected));
