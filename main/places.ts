/** Where the app keeps things, below its own folder. */
import path from 'node:path';

export type Places = ReturnType<typeof placesIn>;

export const placesIn = (home: string) => ({
  servers: path.join(home, 'servers.json'),
  consents: path.join(home, 'consents.json'),
  settings: path.join(home, 'settings.json'),
  audit: path.join(home, 'audit.jsonl'),
  /** The last line of the record, kept apart from it; the key that signs it, and its public half. */
  auditHead: path.join(home, 'audit.head'),
  auditKey: path.join(home, 'audit.key'),
  auditPublicKey: path.join(home, 'audit.pub'),
  /** The About box of some systems reads its picture from a file, and cannot read it out of the package. */
  icon: path.join(home, 'icon.png'),
  log: path.join(home, 'logs', 'countersign.log'),
  /** The bundled file server's own record; it lies outside every folder that it works in. */
  filesServerAudit: path.join(home, 'files-server', 'audit.jsonl'),
  sample: path.join(home, 'sample'),
});
