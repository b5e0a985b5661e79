import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const project = fileURLToPath(new URL('../..', import.meta.url));

export const inProject = (...parts) => path.join(project, ...parts);

/** Where things are kept that outlive a checkout. */
export const cache = path.join(
  process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'),
  'countersign',
);
