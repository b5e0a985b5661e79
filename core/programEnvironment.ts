/**
 * Which variables a server's program gets: the few that programs need to run at all, and what its entry names. Everything
 * else of the person's, keys and tokens among it, is not handed to every server (E100).
 */
const posix = [
  ...['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR'],
  ...[
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'ALL_PROXY',
    'NO_PROXY',
    'http_proxy',
    'https_proxy',
    'all_proxy',
    'no_proxy',
  ],
];
const windows = [
  ...[
    'APPDATA',
    'COMSPEC',
    'HOMEDRIVE',
    'HOMEPATH',
    'LOCALAPPDATA',
    'PATH',
    'PATHEXT',
    'PROCESSOR_ARCHITECTURE',
  ],
  ...[
    'PROGRAMDATA',
    'PROGRAMFILES',
    'PROGRAMFILES(X86)',
    'PROGRAMW6432',
    'SYSTEMDRIVE',
    'SYSTEMROOT',
    'TEMP',
  ],
  ...['TMP', 'TZ', 'USERNAME', 'USERPROFILE', 'WINDIR', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'],
];

type Variables = Readonly<Record<string, string | undefined>>;

/** `person` is the person's own environment, with the PATH of their login shell; `own` is what the entry names. */
export function programEnvironment(
  platform: NodeJS.Platform,
  person: Variables,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const isWindows = platform === 'win32';
  const passed = Object.entries(person).filter(
    ([name, value]) =>
      value !== undefined &&
      // A shell's function, which a program would run.
      !value.startsWith('()') &&
      (isWindows ? windows.includes(name.toUpperCase()) : posix.includes(name)),
  ) as [string, string][];
  if (!isWindows) return { ...Object.fromEntries(passed), ...own };
  // There a name is one however it is spelled: two of them would be a surprise.
  const named = Object.keys(own).map((name) => name.toUpperCase());
  return { ...Object.fromEntries(passed.filter(([name]) => !named.includes(name.toUpperCase()))), ...own };
}

/** One list of folders from several, each folder once, in the order in which they come. */
export function joinPaths(platform: NodeJS.Platform, ...paths: readonly (string | undefined)[]): string {
  const separator = platform === 'win32' ? ';' : ':';
  const folders = paths.flatMap((path) => (path ?? '').split(separator)).filter((folder) => folder !== '');
  return [...new Set(folders)].join(separator);
}
