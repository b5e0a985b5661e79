import { Stop } from './say.mjs';

const NODE = [20, 18];

/** Runs a script's main function; what it returns becomes the exit code. */
export async function entry(main) {
  try {
    checkNode(process.versions.node);
    process.exitCode = (await main(process.argv.slice(2))) ?? 0;
  } catch (error) {
    console.error(error instanceof Stop ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

export function checkNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > NODE[0] || (major === NODE[0] && minor >= NODE[1])) return;
  throw new Stop(
    `Countersign needs Node.js ${NODE.join('.')} or newer; this is ${version}. See https://nodejs.org`,
  );
}
