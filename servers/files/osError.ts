/** Errors of the operating system as sentences, without stacks and without paths that the caller did not name. */

const sentences: Record<string, string> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of its path is not a directory',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  EPERM: 'the operating system does not permit it',
  EBUSY: 'it is in use',
  EEXIST: 'something of that name exists',
  ELOOP: 'it is a link, or leads through too many',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full',
  NOT_A_FILE: 'it is not a regular file',
  EROFS: 'the file system is read-only',
};

export function errorCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** An error without a code is a defect of ours, not the system's answer, and is passed on. */
export function osErrorText(error: unknown): string {
  const code = errorCode(error);
  if (code === undefined) throw error;
  return sentences[code] ?? `the operating system answered ${code}`;
}
