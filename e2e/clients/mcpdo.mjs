// The MCP Inspector's two command lines. mcpdo keeps a connection in a background process (a daemon) and tells a
// question as soon as it is asked; it is answered by a second command. The older `--cli` cannot be asked anything.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const NAME = 'it';
/** Exit code of both when the tool said that it was not done. */
export const TOOL_ERROR = 5;

export class Mcpdo {
  #daemon;

  constructor(server) {
    this.server = server;
    this.env = inspectorEnv(server.folder);
  }

  async connect() {
    const { command, args, files } = this.server;
    await this.#do(
      'connect',
      '--connection',
      NAME,
      '--era',
      'legacy',
      '--elicit',
      'both',
      '--',
      command,
      ...args,
    );
    // It declares roots, and has none until it is told.
    const roots = JSON.stringify([{ uri: pathToFileURL(files).href }]);
    await this.#do('roots/set', '--connection', NAME, '--roots-json', roots);
    const { stdout } = await this.#do('daemon', 'status', '--format', 'json');
    this.#daemon = JSON.parse(stdout).pid;
  }

  /** Calls delete_file; resolves with the question that it asks. */
  async ask() {
    const { code, json } = await this.#json('tools/call', 'delete_file', 'filepath:="notes.txt"');
    if (code !== 0 || !json.elicitationPending) throw new Error(`no question: ${JSON.stringify(json)}`);
    return json.elicitationPending;
  }

  /** Resolves with what the command printed as JSON, the call's result when all is well, and its exit code. */
  answer({ elicitationId }, ...answer) {
    return this.#json('elicitation/respond', elicitationId, ...answer);
  }

  /** Stops the daemon; resolves with the lines of `ps` about what is still running after five seconds, if anything. */
  async stop() {
    await this.#run('daemon', 'stop').catch(() => undefined);
    for (let tries = 0; tries < 50; tries += 1) {
      if ((await this.#running()).length === 0) return [];
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return this.#running();
  }

  /** For a signal: at once, without waiting for a command. */
  kill() {
    if (this.#daemon !== undefined) process.kill(this.#daemon, 'SIGTERM');
  }

  /** The daemon and whatever has our folder in its command line. A process that ended and was not yet collected is over. */
  async #running() {
    if (process.platform === 'win32') return [];
    const { stdout } = await execute('ps', ['-A', '-o', 'pid=,stat=,args='], process.env);
    return stdout.split('\n').filter((line) => {
      const [pid, state = ''] = line.trim().split(/\s+/);
      return !state.startsWith('Z') && (Number(pid) === this.#daemon || line.includes(this.server.folder));
    });
  }

  async #json(...args) {
    const { code, stdout, stderr } = await this.#run('--connection', NAME, '--format', 'json', ...args);
    return {
      code,
      json: parse(stdout) ?? parse(stderr.split('\n').findLast((line) => line.startsWith('{'))),
    };
  }

  async #do(...args) {
    const done = await this.#run(...args);
    if (done.code !== 0)
      throw new Error(`mcpdo ${args[0]} ended with ${done.code}:\n${done.stdout}${done.stderr}`);
    return done;
  }

  #run(...args) {
    return execute(process.execPath, [binOf('mcpdo'), ...args], this.env);
  }
}

/** One call of delete_file by the Inspector's `--cli`. */
export async function callByCli(server) {
  const call = ['--method', 'tools/call', '--tool-name', 'delete_file', '--tool-arg', 'filepath=notes.txt'];
  const args = ['--cli', '--format', 'json', server.command, ...server.args, ...call];
  const done = await execute(
    process.execPath,
    [binOf('mcp-inspector'), ...args],
    inspectorEnv(server.folder),
  );
  return { code: done.code, json: parse(done.stdout) };
}

/** Nothing of the Inspector's outlives the folder. */
const inspectorEnv = (folder) => ({
  ...process.env,
  HOME: folder,
  MCP_STORAGE_DIR: path.join(folder, 'kept'),
  MCP_INSPECTOR_SECRET_STORE: 'memory',
});

/** The package's own file: the links in .bin are no scripts on Windows. */
function binOf(name) {
  const manifest = path.join(
    import.meta.dirname,
    'node_modules/@modelcontextprotocol/inspector/package.json',
  );
  return path.join(path.dirname(manifest), createRequire(import.meta.url)(manifest).bin[name]);
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Resolves whatever the exit code is; rejects when it did not come to one. */
function execute(command, args, env) {
  return new Promise((resolve, reject) => {
    execFile(command, args, { env, encoding: 'utf8', timeout: 150_000 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(new Error(`${error.message}\n${stdout}${stderr}`));
      else resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });
}
