import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { readAllowed } from '@basalt/network';
import { describe, expect, it } from 'vitest';
import { cameByDoor, markAsDoor } from '../door/came-by-door.ts';
import { addressBehind, trustedProxies } from './proxies.ts';

const ALONE = { trustedProxies: null, projectDomain: null, tls: null, door: null };
const from = (remoteAddress: string | undefined, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

describe('whom a request is from', () => {
  it('is who connects, where no proxy is known', () => {
    expect(trustedProxies(ALONE)).toBe(false);
    expect(addressBehind(from('127.0.0.1', '6.6.6.6'), false)).toBe('127.0.0.1');
  });

  it('is what proxies say that were named, and nobody else', () => {
    const trust = trustedProxies({ ...ALONE, trustedProxies: readAllowed('10.0.0.7,10.1.0.0/16') });
    expect(addressBehind(from('10.0.0.7', '1.2.3.4'), trust)).toBe('1.2.3.4');
    expect(addressBehind(from('::ffff:10.0.0.7', '1.2.3.4'), trust)).toBe('1.2.3.4');
    expect(addressBehind(from('10.0.0.7', '6.6.6.6, 1.2.3.4, 10.1.2.3'), trust)).toBe('1.2.3.4');
    expect(addressBehind(from('10.0.0.8', '1.2.3.4'), trust)).toBe('10.0.0.8');
    expect(addressBehind(from('127.0.0.1', '1.2.3.4'), trust)).toBe('127.0.0.1');
    expect(addressBehind(from('10.0.0.7'), trust)).toBe('10.0.0.7');
  });

  it('is what a proxy of this machine says, where projects have a domain', () => {
    const trust = trustedProxies({ ...ALONE, projectDomain: 'api.example.com' });
    expect(addressBehind(from('127.0.0.1', '1.2.3.4'), trust)).toBe('1.2.3.4');
    const own = { port: 443, own: null, folder: null };
    expect(trustedProxies({ ...ALONE, projectDomain: 'api.example.com', tls: own })).toBe(false);
  });

  it('is what a gateway says that came by the door, once; functions have no address and say nothing', () => {
    const trust = trustedProxies({ ...ALONE, door: { host: '10.0.0.5', port: 8002 } });
    const socket = new Socket();
    markAsDoor(socket);
    expect(cameByDoor(socket)).toBe(true);
    expect(addressBehind(from(socket.remoteAddress, '1.2.3.4'), trust)).toBe('1.2.3.4');
    expect(addressBehind(from(socket.remoteAddress, '6.6.6.6, door'), trust)).toBe('door');
    expect(addressBehind(from(undefined, '1.2.3.4'), trust)).toBe('');
    expect(addressBehind(from('127.0.0.1', '1.2.3.4'), trust)).toBe('127.0.0.1');
  });
});
