// npm run demo: the main job, played in the real windows on a throw-away folder. `-- --pictures` renews docs/pictures.
import fs from 'node:fs';
import { runPlaywright, whyNotRun } from './playwright.mjs';
import { entry } from './setup/entry.mjs';
import { inProject } from './setup/places.mjs';
import { Stop, say } from './setup/say.mjs';
import { setUp } from './setup.mjs';

/** Picture in docs → the end of the name of the demo's. */
const pictures = {
  'dialog-light.png': 'dialog-light.png',
  'dialog-dark.png': 'dialog-dark.png',
  'workbench-light.png': 'workbench-while-it-waits-light.png',
  'workbench-dark.png': 'workbench-while-it-waits-dark.png',
};

await entry(async (args) => {
  const why = whyNotRun();
  if (why) throw new Stop(`The demo was not played: ${why}.`);
  const { electron } = await setUp({ forTests: true });
  const code = await runPlaywright(electron, ['--config', 'e2e/demo/demo.config.ts']);
  if (code !== 0) return 1;
  const made = fs.readdirSync(inProject('out', 'demo')).sort();
  say(`\n${made.length - 1} pictures and the record are in ${inProject('out', 'demo')}`);
  if (args.includes('--pictures')) renew(made);
  return 0;
});

function renew(made) {
  for (const [name, end] of Object.entries(pictures)) {
    const from = made.find((file) => file.replace(/^\d+-/, '') === end);
    if (!from) throw new Stop(`The demo left no ${end}.`);
    fs.copyFileSync(inProject('out', 'demo', from), inProject('docs', 'pictures', name));
    say(`docs/pictures/${name}`);
  }
}
