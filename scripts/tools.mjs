// The programs that check the code, as command lines for this Node.
import { inProject } from './setup/places.mjs';
import { run, sayOutput } from './setup/run.mjs';
import { say, seconds } from './setup/say.mjs';

const script = (...parts) => inProject('node_modules', ...parts);

export const biome = { name: 'biome', args: [script('@biomejs', 'biome', 'bin', 'biome'), 'check', '.'] };
export const types = { name: 'types', args: [script('typescript', 'bin', 'tsc'), '--noEmit'] };
export const unit = { name: 'unit tests', args: [script('vitest', 'vitest.mjs'), 'run'] };

/** Runs a tool in silence and shows what it printed if it failed: whether it passed. */
export async function check({ name, args }) {
  const started = Date.now();
  const result = await run(process.execPath, args, { cwd: inProject(), timeoutMs: 5 * 60_000 });
  say(`${result.ok ? 'ok    ' : 'FAILED'} ${name}, ${seconds(started)}`);
  if (!result.ok) sayOutput(result.output, 200);
  return result.ok;
}
