import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const COMPILER = 'cc';

/** A library that tells its name, its folder's and its user when it is loaded; null where nobody can compile one. */
export function compileLibrary(base: string, port: number): string | null {
  const source = join(base, 'library.c');
  const library = join(base, 'library.so');
  writeFileSync(
    source,
    `#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
/* What every module of a server must have. */
__attribute__((constructor)) static void tell(void) {
  Dl_info info; char line[512]; char name[256];
  if (!dladdr((void *) tell, &info)) return;
  const char *slash = strrchr(info.dli_fname, '/');
  snprintf(name, sizeof name, "%s", slash ? slash + 1 : info.dli_fname);
  char *dot = strstr(name, ".so"); if (dot) *dot = 0;
  char folder[512]; snprintf(folder, sizeof folder, "%s", info.dli_fname);
  char *end = strrchr(folder, '/'); if (end) *end = 0;
  char *last = strrchr(folder, '/');
  struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(${port}) };
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int s = socket(AF_INET, SOCK_STREAM, 0);
  if (s < 0) return;
  if (connect(s, (struct sockaddr *) &to, sizeof to) == 0) {
    int n = snprintf(line, sizeof line, "%s %d\\n%s %d\\n", name, (int) getuid(), last ? last + 1 : folder, (int) getuid());
    if (write(s, line, n) < 0) { /* nobody listens */ }
  }
  close(s);
}
`,
  );
  try {
    execFileSync(COMPILER, ['-shared', '-fPIC', '-o', library, source], { stdio: 'ignore' });
    return library;
  } catch {
    return null;
  }
}
