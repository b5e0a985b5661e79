/** Why a program did not start, or ended, in sentences that say what to do. */
export type ProgramProblem =
  | { kind: 'no folder'; folder: string }
  | { kind: 'no program'; command: string; path: string }
  | { kind: 'no interpreter'; command: string; file: string; interpreter: string; path: string }
  | { kind: 'not startable'; command: string; why: string }
  | { kind: 'ended'; code: number | null; signal: string | null; lastLine?: string | undefined }
  | { kind: 'closed output' }
  | { kind: 'too large'; mebibytes: number };

/** What brings a command that is often meant. */
const broughtBy: Readonly<Record<string, string>> = {
  ...{
    node: 'Node.js',
    npx: 'Node.js',
    npm: 'Node.js',
    uvx: 'uv',
    uv: 'uv',
    python: 'Python',
    python3: 'Python',
  },
  ...{
    pipx: 'pipx',
    docker: 'Docker',
    podman: 'Podman',
    deno: 'Deno',
    bun: 'Bun',
    bunx: 'Bun',
    dotnet: '.NET',
  },
  ...{ java: 'Java', go: 'Go', cargo: 'Rust', ruby: 'Ruby', php: 'PHP' },
};

export function programProblemText(problem: ProgramProblem): string {
  switch (problem.kind) {
    case 'no folder':
      return `Its folder ${problem.folder} is not there. Make it, or change the folder of this server.`;
    case 'no program':
      return `“${problem.command}” was not found. ${whatToDo(problem.command)}${lookedIn(problem)}`;
    case 'no interpreter':
      return `“${problem.command}” was found (${problem.file}), but it needs “${problem.interpreter}”, which was not. ${whatToDo(problem.interpreter)}${lookedIn(problem)}`;
    case 'not startable':
      return `“${problem.command}” could not be started: ${problem.why}.`;
    case 'ended':
      return `${howEnded(problem)}${lastWords(problem.lastLine)}`;
    case 'closed output':
      return 'It closed its standard output, so it can say nothing more, and was ended.';
    case 'too large':
      return `It sent a message of more than ${problem.mebibytes} MiB, so it was ended. A message that large cannot be shown; ask the server for less.`;
    default:
      return problem satisfies never;
  }
}

function whatToDo(command: string): string {
  const brings = Object.hasOwn(broughtBy, command) ? broughtBy[command] : undefined;
  return brings === undefined
    ? 'Install it, or write the whole path of the program into this server’s entry.'
    : `Install ${brings}, or write the whole path of the program into this server’s entry.`;
}

/** Only names are searched for. */
const lookedIn = (problem: { command: string; interpreter?: string; path: string }): string =>
  (problem.interpreter ?? problem.command).includes('/')
    ? ''
    : ` Looked in: ${problem.path.split(':').join(', ')}.`;

function howEnded({ code, signal }: { code: number | null; signal: string | null }): string {
  if (signal !== null) return `The program was ended by the signal ${signal}.`;
  return code === 0 ? 'The program ended by itself.' : `The program ended with the exit code ${code}.`;
}

const lastWords = (line: string | undefined): string =>
  line === undefined || line === '' ? '' : ` The last that it wrote: ${line}`;
