// npm run build: out/ from the sources, whether they changed or not.
import { provideBuild } from './setup/build.mjs';
import { entry } from './setup/entry.mjs';
import { providePackages } from './setup/packages.mjs';

await entry(async () => {
  await providePackages();
  await provideBuild({ always: true });
});
