/**
 * Which command line and environment does a packaged app accept? A switch of the browser engine can open a debugging
 * port, turn the sandbox off or load foreign code, and a click that comes by the port counts as a person's. So all
 * are refused but a few; no fuse closes the port.
 */
export type Mode = 'run' | 'hidden' | 'print-security' | 'check-security' | 'verify-audit';

export type ReadSwitches = { ok: true; mode: Mode } | { ok: false; refused: string };

/** `--lang`, `--ozone-platform` and the like say how the app is drawn, and nothing more. */
const harmless = [
  /^--lang=[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/,
  /^--ozone-platform=(x11|wayland)$/,
  /^--ozone-platform-hint=(auto|x11|wayland)$/,
  /^--force-device-scale-factor=\d(\.\d+)?$/,
  // What a login session, the updater and old versions of macOS add.
  /^--updated$/,
  /^-psn_\d+_\d+$/,
];

const modes: Record<string, Mode> = {
  '--hidden': 'hidden',
  '--print-security': 'print-security',
  '--check-security': 'check-security',
  '--verify-audit': 'verify-audit',
};

/** Each of these makes Electron, Node or Chromium do something that the person did not ask the app for. */
const refusedVariables = [
  ...[
    'NODE_OPTIONS',
    'NODE_PATH',
    'NODE_REPL_EXTERNAL_MODULE',
    'NODE_V8_COVERAGE',
    'NODE_EXTRA_CA_CERTS',
    'NODE_TLS_REJECT_UNAUTHORIZED',
  ],
  ...[
    'ELECTRON_RUN_AS_NODE',
    'ELECTRON_NO_ASAR',
    'ELECTRON_ENABLE_LOGGING',
    'ELECTRON_LOG_FILE',
    'ELECTRON_OVERRIDE_DIST_PATH',
  ],
  ...['ELECTRON_DEFAULT_ERROR_MODE', 'ELECTRON_ENABLE_STACK_DUMPING', 'ELECTRON_FORCE_IS_PACKAGED'],
  ...[
    'SSLKEYLOGFILE',
    'CHROME_LOG_FILE',
    'CHROME_DEVEL_SANDBOX',
    'GOOGLE_API_KEY',
    'COUNTERSIGN_HOME',
    'COUNTERSIGN_SCREENSHOT',
  ],
];

/** `args` without the executable. `refused` names what was refused, never its value. */
export function readSwitches(
  args: readonly string[],
  environment: Record<string, string | undefined>,
): ReadSwitches {
  const variable = refusedVariables.find((name) => (environment[name] ?? '') !== '');
  if (variable !== undefined) return { ok: false, refused: `the environment variable ${variable}` };
  const [bad] = args.filter((arg) => !(arg in modes) && !harmless.some((pattern) => pattern.test(arg)));
  if (bad !== undefined) return { ok: false, refused: `“${nameOf(bad)}”` };
  const chosen = args.map((arg) => modes[arg]).filter((mode) => mode !== undefined);
  const only = chosen.find((mode) => mode !== 'run' && mode !== 'hidden');
  return { ok: true, mode: only ?? chosen[0] ?? 'run' };
}

const nameOf = (arg: string): string =>
  arg
    .split('=')[0]
    ?.replace(/[^\x20-\x7E]/g, '?')
    .slice(0, 60) ?? '';
