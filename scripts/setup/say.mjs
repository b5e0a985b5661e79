// What the scripts tell the person who started them: short lines, and signs of life from whatever takes long.

/** Something the person can put right. It is shown as it stands, without a stack. */
export class Stop extends Error {}

export const say = (line) => console.log(line);

export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs `work` under one line of text. On a terminal the line counts the seconds; elsewhere (a log) a new line comes
 * every ten seconds, so that nobody takes a long step for a hang.
 */
export async function step(text, work) {
  const started = Date.now();
  const live = process.stdout.isTTY;
  const elapsed = () => Math.round((Date.now() - started) / 1000);
  if (live) process.stdout.write(`${text} …`);
  else say(`${text} …`);
  const clock = setInterval(
    () => (live ? process.stdout.write(`\r${text} … ${elapsed()} s`) : say(`  … ${elapsed()} s`)),
    live ? 1000 : 10_000,
  );
  try {
    const result = await work();
    const end = `${result?.ok === false ? 'failed after' : 'done in'} ${seconds(started)}`;
    say(live ? `\r${text}: ${end}` : `  ${end}`);
    return result;
  } catch (error) {
    if (live) say('');
    throw error;
  } finally {
    clearInterval(clock);
  }
}
