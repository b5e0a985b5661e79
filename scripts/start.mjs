// npm start: everything the app needs, then the app. See CONTRIBUTING.md for the switches.
import fs from 'node:fs';
import { hasDisplay, openDisplay } from './setup/display.mjs';
import { onSignal } from './setup/ending.mjs';
import { entry } from './setup/entry.mjs';
import { startGroup } from './setup/group.mjs';
import { inProject } from './setup/places.mjs';
import { Stop, say } from './setup/say.mjs';
import { asOrdinaryUser, sandboxObstacle } from './setup/userNamespace.mjs';
import { setUp } from './setup.mjs';

const RETRY_ELECTRON = '--retry-electron';
const WITHOUT_SANDBOX = '--without-os-sandbox';
const START_LIMIT = 60_000;

async function main(args) {
  const { electron } = await setUp({ retryElectron: args.includes(RETRY_ELECTRON) });
  const switches = await electronSwitches(electron, args.includes(WITHOUT_SANDBOX));
  const appArgs = args.filter((arg) => arg !== RETRY_ELECTRON && arg !== WITHOUT_SANDBOX);
  const onScreen = hasDisplay();
  // A machine without a screen has no session bus either, and Chromium complains about that line after line.
  if (!onScreen) switches.push('--log-level=3');
  const command = asOrdinaryUser(electron.executable, [...switches, '.', ...appArgs]);
  return onScreen ? startOnScreen(command) : startOnVirtualDisplay(command);
}

async function electronSwitches(electron, withoutSandbox) {
  const switches = [];
  if (withoutSandbox) {
    say(
      'WARNING: started without the OS sandbox, as asked for. A page that is taken over can do what you can do.',
    );
    switches.push('--no-sandbox');
  } else {
    const obstacle = await sandboxObstacle(electron.folder);
    if (obstacle)
      throw new Stop(`${obstacle}\n\nTo start without that protection: npm start -- ${WITHOUT_SANDBOX}`);
  }
  // Older Electrons take X11 unless told otherwise, and some sessions have only Wayland.
  if (process.env.WAYLAND_DISPLAY && !process.env.DISPLAY) switches.push('--ozone-platform-hint=auto');
  return switches;
}

async function startOnScreen(command) {
  say('Starting Countersign.');
  const app = start(command, {});
  return endOf(app);
}

async function startOnVirtualDisplay(command) {
  const display = await openDisplay();
  const picture = inProject('out', 'screenshot.png');
  fs.rmSync(picture, { force: true });
  try {
    say(`There is no screen here: starting Countersign on virtual display ${display.name}.`);
    const app = start(command, { ...display.env, COUNTERSIGN_SCREENSHOT: picture });
    const end = endOf(app);
    const started = await Promise.race([waitForPicture(picture), end.then(() => 'ended')]);
    if (started === 'late') {
      await app.stop();
      throw new Stop(`Countersign showed no window within ${START_LIMIT / 1000} s and was ended.`);
    }
    if (started === 'shown') say(`Virtual display ${display.name}. Screenshot: ${picture}. Ctrl+C ends it.`);
    return await end;
  } finally {
    display.close();
  }
}

function start([command, args], extra) {
  const env = { ...process.env, ...extra };
  delete env.ELECTRON_RUN_AS_NODE; // set in the terminals of some editors; Electron would start as plain Node
  return startGroup(command, args, { cwd: inProject(), env });
}

/** The exit code to end with, once the app is gone; a signal to us ends the app first. */
async function endOf(app) {
  let signalled;
  onSignal((code) => {
    signalled = code;
    void app.stop();
  });
  const code = await app.ended;
  if (signalled) return signalled === 130 ? 0 : signalled; // Ctrl+C is the way to end it, and no failure
  if (code !== 0) say(`Countersign ended with ${code === null ? 'a signal' : `exit code ${code}`}.`);
  return code ?? 1;
}

async function waitForPicture(file) {
  const limit = Date.now() + START_LIMIT;
  while (Date.now() < limit) {
    if (isWholePicture(file)) return 'shown';
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return 'late';
}

function isWholePicture(file) {
  return fs.existsSync(file) && fs.readFileSync(file).subarray(-12).includes('IEND'); // how a PNG ends
}

await entry(main);
