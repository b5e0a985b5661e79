// npm run test:conformance [-- what Playwright takes]: the protocol's own suites, driving the real app and its windows.
import { testWithOthers } from './otherPackages.mjs';
import { entry } from './setup/entry.mjs';

await entry((args) => testWithOthers('conformance', ['--workers=1', ...args]));
