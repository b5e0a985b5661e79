/** What a start says about a deletion that a crash had cut short. */
import type { Recovered } from './auditEntry.ts';
import { printable } from './wording.ts';

const what: Record<Recovered['outcome'], string> = {
  restored: 'was moved back to its name; it was not deleted',
  deleted: 'had been deleted',
  'not touched': 'had not been touched',
  'left aside': 'was not deleted, but its name is taken now',
  'not known': 'was deleted or replaced',
};

export function recoveredText({ outcome, path, aside }: Recovered): string {
  const where = aside === undefined ? '' : `: it stands beside it as ${aside}`;
  return `A deletion was cut short earlier. ${printable(path)} ${what[outcome]}${where}.`;
}
