/** The channels of the workbench that change which servers there are. Whatever runs something new is asked. */

import type { Result } from '../contract/ipc.ts';
import type { ServerChannels } from '../contract/servers.ts';

type ServerHandlers = {
  [C in keyof ServerChannels]: (
    input: ServerChannels[C]['input'],
  ) => Promise<Result<ServerChannels[C]['output']>>;
};

export function makeServerHandlers(): ServerHandlers {
  const notThere = async () => ({ ok: false as const, code: 'not-there', message: 'Not there yet.' });
  return {
    addServer: notThere,
    editServer: notThere,
    switchServer: notThere,
    removeServer: notThere,
    moveServer: notThere,
    restartServer: notThere,
    signOut: notThere,
    findImports: notThere,
    readImport: notThere,
    importServers: notThere,
    showServersFile: notThere,
  };
}
