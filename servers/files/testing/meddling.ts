/** File operations that let something happen at one of them, once: what another process might do at that moment. */
import { type DeedFiles, deedFiles } from '../deedFiles.ts';

export function meddling(step: keyof DeedFiles, when: 'before' | 'after', happen: () => void): DeedFiles {
  let open = true;
  const once = () => {
    if (open) happen();
    open = false;
  };
  // `as`: each of them takes paths.
  const original = deedFiles[step] as (...args: string[]) => unknown;
  const meddled = (...args: string[]) => {
    if (when === 'before') once();
    const result = original(...args);
    if (when === 'after') once();
    return result;
  };
  return { ...deedFiles, [step]: meddled };
}
