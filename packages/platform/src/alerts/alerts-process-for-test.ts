import { createOutgoing, readAllowed } from '@basalt/network';
import { openDatabase } from '../kernel/open-database.ts';
import { logAway } from '../kernel/ports.ts';
import { secretBox } from '../kernel/secret-box.ts';
import type { PlatformSettings } from '../kernel/settings.ts';
import { startAlerts } from './start-alerts.ts';

// Looks after alerts until it is killed, as a server does, only more often. Its arguments: the platform's database, and its key in hex.
const [url = '', key = ''] = process.argv.slice(2);
startAlerts(
  {
    db: openDatabase(url, () => {}).db,
    secrets: secretBox(Buffer.from(key, 'hex')),
    mailer: null,
    outgoing: createOutgoing({ allowed: readAllowed('127.0.0.1') }),
    settings: { dashboardUrl: 'https://basalt.example.com' } as PlatformSettings,
    requestLog: logAway,
    log: () => {},
  },
  { judgeEvery: 100, later: 0, sendEvery: 50 },
);
// What waits in there keeps no process alive.
setInterval(() => {}, 60_000);
