import { chmodSync, copyFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { type Attempt, NotApplicable, type Scene } from '../attempt.ts';
import { perl, quoted } from '../intruder.ts';
import { leaked } from '../plant.ts';

// Becoming more than the user of one project, or taking more of the machine than one project may.

/** One line of /proc/self/status or /proc/self/limits of a command of his. */
async function lineOf(at: Scene, file: 'status' | 'limits', label: string): Promise<string> {
  const text = await at.intruder.shell(`cat /proc/self/${file}`);
  return (text.split('\n').find((line) => line.startsWith(label)) ?? '')
    .slice(label.length)
    .replace(/^:/, '')
    .trim();
}

function state(
  name: string,
  file: 'status' | 'limits',
  label: string,
  isRight: (value: string) => boolean,
  withoutRoot: Attempt['withoutRoot'] = 'held',
): Attempt {
  return {
    name,
    during: 'running',
    withoutRoot,
    afterwards: async (at) => {
      const value = await lineOf(at, file, label);
      return isRight(value) ? [] : [`${label} is ${value === '' ? 'not told' : value}`];
    },
  };
}

const none = (value: string) => /^0+$/.test(value);
const bounded = (value: string) => /^\d+/.test(value);

export const PRIVILEGE_ATTEMPTS: readonly Attempt[] = [
  state('uses capabilities that are in effect', 'status', 'CapEff', none),
  state('takes up capabilities that are permitted', 'status', 'CapPrm', none),
  state('hands capabilities on', 'status', 'CapInh', none),
  state('hands capabilities on to every program', 'status', 'CapAmb', none),
  state('gains rights from programs', 'status', 'NoNewPrivs', (value) => value === '1'),
  state('starts processes without limit', 'limits', 'Max processes', bounded),
  state(
    'opens files without limit',
    'limits',
    'Max open files',
    (value) => bounded(value) && Number.parseInt(value, 10) < 200_000,
  ),
  state('lets its memory be written to a core file', 'limits', 'Max core file size', (value) =>
    value.startsWith('0 '),
  ),
  {
    name: 'is a member of groups of others',
    during: 'running',
    withoutRoot: 'held',
    afterwards: async (at) => {
      const groups = (await lineOf(at, 'status', 'Groups')).split(/\s+/).filter((group) => group !== '');
      const own = await at.intruder.shell('id -g');
      const strange = groups.filter((group) => group !== own);
      return strange.length === 0 && own !== '0'
        ? []
        : [`it is in the groups ${[own, ...strange].join(', ')}`];
    },
  },
  state(
    'leaves files that others may change',
    'status',
    'Umask',
    (value) => (Number.parseInt(value, 8) & 0o022) === 0o022,
  ),
  {
    name: 'runs a program that makes everybody root',
    during: 'running',
    afterwards: async (at) => {
      const program = join(at.canary.folder, '..', `id-${at.ref}`);
      copyFileSync('/usr/bin/id', program);
      chmodSync(program, 0o4755);
      if (statfsSync(program).type === 0) throw new NotApplicable('this file system tells nothing');
      const said = await at.intruder.shell(`${quoted(program)} -u`);
      return said === '0' ? ['it is root'] : [];
    },
  },
  {
    name: 'asks su, sudo, mount, newgrp, pkexec and passwd',
    during: 'running',
    afterwards: async (at) => {
      const said = await at.intruder.shell(
        `for c in "su -c id root" "sudo -n id" "pkexec id" "newgrp root" "mount --bind / /mnt"; do timeout 2 $c </dev/null 2>/dev/null; done; echo end`,
      );
      return /uid=0/.test(said) ? [said] : [];
    },
  },
  {
    name: 'becomes root of a user namespace, mounts and changes its root',
    during: 'running',
    withoutRoot: 'held',
    afterwards: async (at) => {
      const inside = `cat ${quoted(at.canary.file)}; chroot /proc/1/root cat ${quoted(at.canary.file)}; mount --bind ${quoted(at.canary.folder)} /mnt && cat /mnt/shadow; nsenter -t 1 -m id; cat ${quoted(join(at.host.home, 'secret.key'))}`;
      const said = await at.intruder.shell(`timeout 5 unshare -Urm sh -c ${quoted(inside)}`);
      return leaked(at, said);
    },
  },
  {
    name: 'makes device files, changes owners and leaves its root',
    during: 'running',
    withoutRoot: 'held',
    afterwards: async (at) => {
      const path = join(at.open, `${at.ref}-disk`);
      const said = await at.intruder.shell(
        `mknod ${quoted(path)} b 254 0 && echo CAN-MKNOD; touch ${quoted(path)}; chown 0 ${quoted(path)} && echo CAN-CHOWN; chroot / true && echo CAN-CHROOT; true`,
      );
      return said.includes('CAN-') ? [said] : [];
    },
  },
  {
    name: 'becomes another user',
    during: 'running',
    withoutRoot: 'held',
    afterwards: async (at) => {
      const said = await at.intruder.shell(
        perl(
          `for my $u (0, ${at.neighbour.uid}, 65534) { next if $u == $<; $> = $u; print "CAN-BE-$u " if $> == $u; } print "CAN-GROUP" if syscall(116, 1, pack("i", 0)) == 0;`,
        ),
      );
      return said.includes('CAN-') ? [said] : [];
    },
  },
  {
    name: 'writes to control groups and settings of the kernel',
    during: 'running',
    withoutRoot: 'held',
    afterwards: async (at) => {
      const said = await at.intruder.shell(
        `for f in /sys/fs/cgroup/cgroup.procs /sys/fs/cgroup/memory/tasks /sys/fs/cgroup/unified/cgroup.procs /proc/sys/kernel/core_pattern /proc/sysrq-trigger /sys/kernel/uevent_helper; do [ -w $f ] && echo CAN-WRITE $f; done; true`,
      );
      return said.includes('CAN-WRITE') ? [said] : [];
    },
  },
  {
    name: 'talks to services of the machine that trust whoever reaches them',
    during: 'running',
    withoutRoot: 'held',
    afterwards: async (at) => {
      const said = await at.intruder.shell(
        'for s in /var/run/docker.sock /run/containerd/containerd.sock /run/systemd/private /run/podman/podman.sock; do [ -w $s ] && echo CAN-REACH $s; done; true',
      );
      return said.includes('CAN-REACH') ? [said] : [];
    },
  },
];
