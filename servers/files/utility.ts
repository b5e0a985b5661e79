/** Entry in an Electron utility process. */
import { type ParentPort, startInUtility } from './utilityStart.ts';

// `as`: Electron adds `parentPort` to `process` in a utility process, and nowhere else.
const { parentPort } = process as typeof process & { parentPort?: ParentPort };

if (parentPort === undefined) {
  console.error(
    'countersign-files: this entry is for an Electron utility process; in a terminal start files.mjs',
  );
  process.exitCode = 2;
} else {
  startInUtility(parentPort, { exit: (code) => process.exit(code), say: (line) => console.error(line) });
}
