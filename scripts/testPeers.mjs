// npm run test:peers [-- what Playwright takes]: real servers that are not ours, asked and answered in the real app.
import { testWithOthers } from './otherPackages.mjs';
import { entry } from './setup/entry.mjs';

await entry((args) => testWithOthers('peers', ['--workers=1', ...args]));
