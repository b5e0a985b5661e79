/** Patterns come from servers; one with nested repeats can run for ever, so each gets a time limit of its own. */
import vm from 'node:vm';
import type { Matches } from '../core/answer.ts';
import { compilePattern } from '../core/form.ts';
import { limits } from '../core/limits.ts';

const script = new vm.Script('new RegExp(source, flags).test(text)');

export const matches: Matches = (pattern, text) => {
  const compiled = compilePattern(pattern);
  if (compiled === undefined) return false;
  try {
    return script.runInNewContext({ ...compiled, text }, { timeout: limits.patternMs }) === true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'timeout';
    throw error;
  }
};
