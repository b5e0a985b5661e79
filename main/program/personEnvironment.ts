/**
 * The person's variables, as their login shell sets them. A desktop starts apps without them, so that `npx` would not be
 * found (E101). The shell is asked once, in the background; where it does not answer, the app's own are used, and it is said.
 */
import os from 'node:os';
import path from 'node:path';
import { shellEnv } from 'shell-env';
import { joinPaths } from '../../core/programEnvironment.ts';

export type Variables = Record<string, string>;

export type PersonEnvironmentDeps = {
  own: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  /** What the login shell sets; may never answer. */
  ask: () => Promise<Readonly<Record<string, string | undefined>>>;
  limitMs: number;
  tell: (text: string) => void;
};

/** Never rejects. PATH is the shell's, then the app's own, then the usual places. */
export async function personEnvironment({
  own,
  platform,
  ask,
  limitMs,
  tell,
}: PersonEnvironmentDeps): Promise<Variables> {
  const asked = platform === 'win32' ? {} : await answerOf(ask, limitMs, tell);
  const all = Object.fromEntries(
    Object.entries({ ...own, ...asked }).filter(([, value]) => value !== undefined),
  ) as Variables;
  if (platform === 'win32') return all;
  return { ...all, PATH: joinPaths(platform, asked.PATH, own.PATH, usualPlaces(platform).join(':')) };
}

async function answerOf(
  ask: PersonEnvironmentDeps['ask'],
  limitMs: number,
  tell: (text: string) => void,
): Promise<Readonly<Record<string, string | undefined>>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limitMs);
  });
  try {
    const answer = await Promise.race([ask(), late]);
    if (answer !== 'late') return answer;
    tell(
      `Your login shell did not answer within ${limitMs / 1000} s, so programs are looked for without its PATH.`,
    );
  } catch (error) {
    tell(`Your login shell could not be asked for its PATH: ${(error as Error).message}`);
  } finally {
    clearTimeout(timer);
  }
  return {};
}

const usualPlaces = (platform: NodeJS.Platform): string[] => [
  ...(platform === 'darwin' ? ['/opt/homebrew/bin'] : []),
  '/usr/local/bin',
  '/usr/bin',
  '/bin',
  path.join(os.homedir(), '.local', 'bin'),
];

export const askLoginShell = (): Promise<Readonly<Record<string, string | undefined>>> => shellEnv();
