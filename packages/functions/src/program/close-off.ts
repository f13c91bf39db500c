// Runs in Deno, before anything of the function is loaded.

const ALLOW = 0x7fff0000;
const END_PROCESS = 0x80000000;
const refuse = (errno: number) => 0x00050000 | errno;
const EPERM = 1;
const EAFNOSUPPORT = 97;

const AF_UNIX = 1;
const AF_INET = 2;

const SET_NO_NEW_PRIVILEGES = 38n;
const MODE_FILTER = 1n;
const ALL_THREADS = 1n;

interface Machine {
  /** As the kernel's audit names it. */
  architecture: number;
  seccomp: bigint;
  socket: number;
  /** System calls that no function needs: other programs, other processes, keys, mounts, rings that pass the filter by. */
  refused: readonly number[];
  libc: string;
}

// https://man7.org/linux/man-pages/man2/seccomp.2.html; numbers from the kernel's tables of system calls.
const MACHINES: Readonly<Record<string, Machine>> = {
  x86_64: {
    architecture: 0xc000003e,
    seccomp: 317n,
    socket: 41,
    // execve, ptrace, mount, umount2, setns, unshare, process_vm_readv, process_vm_writev, execveat, bpf, io_uring_setup, keyctl,
    // add_key, request_key, perf_event_open, userfaultfd
    refused: [59, 101, 165, 166, 308, 272, 310, 311, 322, 321, 425, 250, 248, 249, 298, 323],
    libc: '/lib/x86_64-linux-gnu/libc.so.6',
  },
  aarch64: {
    architecture: 0xc00000b7,
    seccomp: 277n,
    socket: 198,
    refused: [221, 117, 40, 39, 268, 97, 270, 271, 281, 280, 425, 219, 217, 218, 241, 282],
    libc: '/lib/aarch64-linux-gnu/libc.so.6',
  },
};

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];
const LOAD = 0x20;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const RETURN = 0x06;

/** A program of the kernel's packet filter, which sees number and arguments of every system call. */
function filterOf({ architecture, socket, refused }: Machine): Instruction[] {
  return [
    [LOAD, 0, 0, 4],
    [IF_EQUAL, 1, 0, architecture],
    [RETURN, 0, 0, END_PROCESS],
    [LOAD, 0, 0, 0],
    // Calls of another binary interface have high numbers.
    [IF_AT_LEAST, 0, 1, 0x40000000],
    [RETURN, 0, 0, refuse(EPERM)],
    ...refused.flatMap((number): Instruction[] => [
      [IF_EQUAL, 0, 1, number],
      [RETURN, 0, 0, refuse(EPERM)],
    ]),
    [IF_EQUAL, 0, 4, socket],
    [LOAD, 0, 0, 16],
    [IF_EQUAL, 2, 0, AF_UNIX],
    [IF_EQUAL, 1, 0, AF_INET],
    [RETURN, 0, 0, refuse(EAFNOSUPPORT)],
    [RETURN, 0, 0, ALLOW],
  ];
}

/**
 * Takes from this process, for ever, what Deno's permissions cannot take: sockets of any kind but IPv4 and Unix (Deno knows no
 * ranges of IPv6 addresses to deny), other programs, and calls into the kernel that no function needs. Then gives up native code.
 * @throws Error where the kernel refuses: a function does not start without this wall
 */
export function closeOff(): void {
  const machine = Deno.build.os === 'linux' ? MACHINES[Deno.build.arch] : undefined;
  if (machine !== undefined) installFilter(machine);
  Deno.permissions.revokeSync({ name: 'ffi' });
}

function installFilter(machine: Machine): void {
  const libc = Deno.dlopen(machine.libc, {
    prctl: { parameters: ['u64', 'u64', 'u64', 'u64', 'u64'], result: 'i32' },
    syscall: { parameters: ['u64', 'u64', 'u64', 'buffer'], result: 'i64' },
  });
  const instructions = filterOf(machine);
  const bytes = new Uint8Array(instructions.length * 8);
  const view = new DataView(bytes.buffer);
  for (const [index, [code, ifTrue, ifFalse, value]] of instructions.entries()) {
    view.setUint16(index * 8, code, true);
    view.setUint8(index * 8 + 2, ifTrue);
    view.setUint8(index * 8 + 3, ifFalse);
    view.setUint32(index * 8 + 4, value, true);
  }
  const program = new DataView(new ArrayBuffer(16));
  program.setUint16(0, instructions.length, true);
  program.setBigUint64(8, BigInt(Deno.UnsafePointer.value(Deno.UnsafePointer.of(bytes))), true);
  if (libc.symbols.prctl(SET_NO_NEW_PRIVILEGES, 1n, 0n, 0n, 0n) !== 0)
    throw new Error('The kernel does not let the process give up new privileges.');
  const result = libc.symbols.syscall(
    machine.seccomp,
    MODE_FILTER,
    ALL_THREADS,
    new Uint8Array(program.buffer),
  );
  if (BigInt(result) !== 0n) throw new Error('The kernel does not filter system calls.');
  libc.close();
}
