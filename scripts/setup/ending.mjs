import os from 'node:os';

// Ctrl+C in the middle of a long step must leave nothing behind: no half-unpacked folder, no child process.

const cleanups = new Set();
const exit = (code) => process.exit(code);
let whenSignalled = exit;
let listening = false;

/** Runs `cleanup` (synchronous) should this process end before the returned function is called. */
export function beforeExit(cleanup) {
  listen();
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

/** Lets a script that has to wait for others take over what a signal does; it is given the exit code to end with. */
export function onSignal(handler) {
  listen();
  whenSignalled = handler;
}

function listen() {
  if (listening) return;
  listening = true;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => whenSignalled(128 + os.constants.signals[signal]));
  }
  process.on('exit', () => {
    for (const cleanup of [...cleanups].reverse()) {
      try {
        cleanup();
      } catch {
        // The next one still has to run.
      }
    }
  });
}
