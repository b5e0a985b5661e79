/** What the person is asked before a file is deleted: three fields, and a message that says which file it is. */
import type { PlatformPath } from 'node:path';
import type { Sighting } from './look.ts';
import { dateTimeText, printable, sizeText } from './wording.ts';

export const requestedSchema = {
  type: 'object',
  properties: {
    confirm_name: {
      type: 'string',
      title: 'File path',
      description: 'Type the file path to confirm',
    },
    reason: {
      type: 'string',
      title: 'Reason',
      description: "Why it's being deleted (recorded in the server audit log)",
      minLength: 5,
      maxLength: 200,
    },
    keep_backup: {
      type: 'boolean',
      title: 'Keep a backup',
      description: 'Keep a .bak copy instead of deleting outright',
      default: false,
    },
  },
  required: ['confirm_name', 'reason'],
} as const;

export type Question = { message: string; requestedSchema: typeof requestedSchema };

export function questionAbout(
  sighting: Sighting,
  directories: readonly string[],
  style: PlatformPath,
): Question {
  const { given, path, size, modified, links } = sighting;
  const lines = [`Confirm deletion of ${given} (${sizeText(size)}, modified ${dateTimeText(modified)})`];
  if (!saysWhere(given, path, directories, style)) lines.push(`Its real path: ${printable(path)}`);
  if (links > 1) lines.push(`It has ${links} names (hard links); only this one is removed.`);
  return { message: lines.join('\n'), requestedSchema };
}

/** Does the path as it was given already tell which file it is: without a link, "..", or a choice of directories? */
function saysWhere(
  given: string,
  path: string,
  directories: readonly string[],
  style: PlatformPath,
): boolean {
  const spelled = style.sep === '\\' ? given.replaceAll('/', '\\') : given;
  if (style.isAbsolute(given)) return spelled === path;
  const [only, ...others] = directories;
  if (only === undefined || others.length > 0) return false;
  return path === (only.endsWith(style.sep) ? only : only + style.sep) + spelled;
}
