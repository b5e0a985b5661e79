// npm run check: format, lint, types and unit tests, in well under a minute. No window is opened.
import { entry } from './setup/entry.mjs';
import { providePackages } from './setup/packages.mjs';
import { say, seconds } from './setup/say.mjs';
import { biome, check, types, unit } from './tools.mjs';

await entry(async () => {
  await providePackages();
  const started = Date.now();
  const passed = await Promise.all([biome, types, unit].map(check));
  const failed = passed.filter((ok) => !ok).length;
  say(failed ? `${failed} of ${passed.length} failed, ${seconds(started)}` : `All well, ${seconds(started)}`);
  return failed ? 1 : 0;
});
