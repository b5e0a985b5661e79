import fs from 'node:fs';
import path from 'node:path';
import { run } from './run.mjs';

// Chromium's sandbox on Linux is made of user namespaces, and Chromium refuses to be root. As root the app is therefore
// started as user 1000 of a new user namespace: files stay writable, since that user is root outside, and the sandbox
// is the real one. Some systems do not allow user namespaces; then there is no OS sandbox, and the person has to be told.

const asUser = ['--user', '--map-user=1000', '--map-group=1000', '--'];

// What Chromium does first of all. It only works where a namespace also gives its rights.
const sandboxLike = ['unshare', '--user', '--map-root-user', '--pid', '--fork', 'true'];

export const isRoot = () => process.platform === 'linux' && process.getuid() === 0;

/** The command line that runs a program as an ordinary user, when we are root. */
export function asOrdinaryUser(command, args) {
  return isRoot() ? ['unshare', [...asUser, command, ...args]] : [command, args];
}

/** Whether Chromium's sandbox can work here: undefined when it can, else advice for the person. */
export async function sandboxObstacle(electronFolder) {
  if (process.platform !== 'linux') return undefined;
  const [command, args] = asOrdinaryUser(sandboxLike[0], sandboxLike.slice(1));
  const probe = await run(command, args, { timeoutMs: 10_000 });
  if (probe.ok) return undefined;
  const helper = path.join(electronFolder, 'chrome-sandbox');
  if (!isRoot() && isSetuidRoot(helper)) return undefined;
  return [
    'This system does not let programs make user namespaces, which the sandbox around the pages is made of',
    `(${probe.output.trim() || 'no reason given'}).`,
    '',
    ...remedies(readSetting).map((line) => `  ${line}`),
  ].join('\n');
}

/** What would allow user namespaces, judged by the kernel's settings; `read` gives a setting's text or undefined. */
export function remedies(read) {
  const found = [];
  if (read('kernel/apparmor_restrict_unprivileged_userns') === '1') {
    found.push('To allow them until the next restart (Ubuntu): ');
    found.push('  sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0');
  }
  if (read('kernel/unprivileged_userns_clone') === '0') {
    found.push('To allow them until the next restart:');
    found.push('  sudo sysctl -w kernel.unprivileged_userns_clone=1');
  }
  if (read('user/max_user_namespaces') === '0') {
    found.push('To allow them until the next restart:');
    found.push('  sudo sysctl -w user.max_user_namespaces=15000');
  }
  if (found.length > 0) return found;
  return ['In a container: start it with', '  docker run --security-opt seccomp=unconfined …'];
}

function readSetting(name) {
  try {
    return fs.readFileSync(`/proc/sys/${name}`, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function isSetuidRoot(file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return stat?.uid === 0 && (stat.mode & 0o4001) === 0o4001;
}
