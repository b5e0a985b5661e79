import { openDisplay } from './setup/display.mjs';
import { onSignal } from './setup/ending.mjs';
import { startGroup } from './setup/group.mjs';
import { inProject } from './setup/places.mjs';
import { say } from './setup/say.mjs';
import { asOrdinaryUser, sandboxObstacle } from './setup/userNamespace.mjs';

const cli = inProject('node_modules', '@playwright', 'test', 'cli.js');

/** One display for each worker of playwright.config.ts: on a shared one the apps would take the focus from each other. */
const workers = [0, 1];

/** Why the end-to-end tests are not run, or undefined. Only Linux has a screen that nobody is looking at. */
export function whyNotRun() {
  if (process.platform === 'linux' || process.env.COUNTERSIGN_E2E_ON_SCREEN === '1') return undefined;
  return 'they would open windows on your screen; COUNTERSIGN_E2E_ON_SCREEN=1 allows it';
}

/**
 * Runs Playwright on the real app and resolves to its exit code, null if it was killed. On Linux it has virtual
 * displays of its own and is never root. The tests learn by COUNTERSIGN_WITHOUT_OS_SANDBOX=1 that this system has no
 * OS sandbox to offer.
 */
export async function runPlaywright(electron, args, { env = {}, limitMs } = {}) {
  const obstacle = await sandboxObstacle(electron.folder);
  if (obstacle) say(`\nWARNING: the end-to-end tests run WITHOUT the OS sandbox.\n${obstacle}\n`);
  const displays = process.platform === 'linux' ? await Promise.all(workers.map(openDisplay)) : [];
  const [display] = displays;
  try {
    const [command, commandArgs] = asOrdinaryUser(process.execPath, [
      cli,
      'test',
      ...onDisplay(args, display),
    ]);
    const tests = startGroup(command, commandArgs, {
      cwd: inProject(),
      env: environment({
        ...display?.env,
        COUNTERSIGN_DISPLAYS: JSON.stringify(displays.map(({ env }) => env)),
        ELECTRON_OVERRIDE_DIST_PATH: electron.folder,
        ...(obstacle && { COUNTERSIGN_WITHOUT_OS_SANDBOX: '1' }),
        ...env,
      }),
    });
    return await endOf(tests, limitMs);
  } finally {
    for (const opened of displays) opened.close();
  }
}

// Playwright's own window would come up on the virtual display, where nobody sees it: it is served as a page instead.
function onDisplay(args, display) {
  const wantsServing = display && args.includes('--ui') && !args.some((arg) => arg.startsWith('--ui-host'));
  return wantsServing ? [...args, '--ui-host=127.0.0.1', '--ui-port=0'] : args;
}

function environment(extra) {
  const env = { ...process.env, ...extra };
  delete env.ELECTRON_RUN_AS_NODE;
  return env;
}

async function endOf(tests, limitMs) {
  // Playwright ends its workers and their apps on SIGINT, and only on that.
  onSignal(() => void tests.stop('SIGINT', 15_000));
  const limit =
    limitMs &&
    setTimeout(() => {
      say(`The end-to-end tests took longer than ${limitMs / 60_000} minutes and were ended.`);
      void tests.stop('SIGINT', 15_000);
    }, limitMs);
  const code = await tests.ended;
  clearTimeout(limit);
  return code;
}
