/**
 * The person's own servers, as the workbench knows them. It names servers and what to do with them; what runs is written and
 * confirmed in the question window, so no command, address or secret comes from here.
 */

/** Hosts whose configuration files are read. */
export const importHosts = ['Claude Desktop', 'Claude Code', 'VS Code', 'Cursor'] as const;
export type ImportHost = (typeof importHosts)[number];

/** What was found in a file or on the clipboard; nothing of it is in force. */
export type ImportView = {
  importId: string;
  /** Where it comes from: a path, or the clipboard. */
  from: string;
  servers: ImportedView[];
  /** What holds for the whole file: settings of the other host that are not taken over. */
  remarks: string[];
};

export type ImportedView = {
  /** Its name in the file; what is chosen is named by it. */
  key: string;
  /** A name that no other server has, to begin with. */
  name: string;
  /** What will run or be reached, as it will stand in the dialog: values of variables and headers are never shown. */
  what:
    | { kind: 'program'; command: string; args: string[]; cwd?: string; environment: string[] }
    | { kind: 'remote'; address: string; headers: string[] };
  /** Names of values that go to the key store, and of those that the person is asked for. */
  secrets: string[];
  asked: string[];
  /** What is not taken over, or is another here. */
  remarks: string[];
  /** Why it cannot be taken over; then it cannot be chosen. */
  problem?: string;
};

export type ServerChannels = {
  /** Both are a form in the question window, and then the permission. */
  addServer: { input: { kind: 'program' | 'remote' | 'files' }; output: null };
  editServer: { input: { serverId: string }; output: null };
  /** Off is never started; on it is as it was accepted. */
  switchServer: { input: { serverId: string; on: boolean }; output: null };
  /** Its entry, its secrets and its permission go. */
  removeServer: { input: { serverId: string }; output: null };
  /** `to` is its place in the list afterwards, from 0. */
  moveServer: { input: { serverId: string; to: number }; output: null };
  restartServer: { input: { serverId: string }; output: null };
  /** Forgets the tokens of a server that was signed in to, here and at the one that gave them. */
  signOut: { input: { serverId: string }; output: null };
  /** Files of other hosts that there are. */
  findImports: { input: null; output: { host: ImportHost; file: string }[] };
  /** Null when the person chose no file. A file that cannot be read is a refusal with line and column. */
  readImport: { input: { from: 'file' | 'clipboard' | ImportHost }; output: ImportView | null };
  /** Each is asked in the question window, one after the other. */
  importServers: { input: { importId: string; chosen: { key: string; name: string }[] }; output: null };
  showServersFile: { input: null; output: null };
};
