/** Where the app keeps things, below its own folder. */
import path from 'node:path';

/** Tests have one of their own: the machine's would be that of whoever runs them. */
const machinePolicy = (home: string): string => {
  if (process.env.COUNTERSIGN_HOME === home) return path.join(home, 'machine-policy.json');
  if (process.platform === 'win32')
    return path.join(process.env.ProgramData ?? 'C:\\ProgramData', 'Countersign', 'policy.json');
  return process.platform === 'darwin'
    ? '/Library/Application Support/Countersign/policy.json'
    : '/etc/countersign/policy.json';
};

export type Places = ReturnType<typeof placesIn>;

export const placesIn = (home: string) => ({
  home,
  servers: path.join(home, 'servers.json'),
  consents: path.join(home, 'consents.json'),
  /** The person's rules, and the same as they were accepted last. */
  policy: path.join(home, 'policy.json'),
  policyInForce: path.join(home, 'policy.in-force.json'),
  /** Rules for every user of this machine, which can only tighten. */
  machinePolicy: machinePolicy(home),
  /** Where the record is sent to, and how far it was. */
  forwarding: path.join(home, 'forwarding.json'),
  forwarded: path.join(home, 'forwarded.json'),
  /** Programs that run for the app, for the next start to end where it was killed. */
  running: path.join(home, 'running.json'),
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
  conversations: path.join(home, 'conversations'),
  /** The key of the model's provider, encrypted by the system's key store. */
  modelKey: path.join(home, 'model.key.json'),
  sample: path.join(home, 'sample'),
});
