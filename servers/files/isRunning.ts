/** Is there another process of this number? One that may not be signalled is there. */
import { errorCode } from './osError.ts';

export function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
