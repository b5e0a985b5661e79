/** Which file this is and what state it is in: what the person was told about must be what is deleted. */

/** From a bigint stat: nanoseconds, since a second write within the same millisecond is another state. */
export type Identity = { dev: bigint; ino: bigint; size: bigint; mtimeNs: bigint; ctimeNs: bigint };
export type DirectoryIdentity = { dev: bigint; ino: bigint };
/** What stands at a name, as far as a deletion has to know. */
export type Finding = Identity & { kind: 'file' | 'directory' | 'other' };

/** Size and modification time can be set back by anyone who may write the file; ctime cannot. */
export function isUntouched(seen: Identity, now: Finding): boolean {
  return isSameContent(seen, now) && seen.ctimeNs === now.ctimeNs;
}

/** After our own rename, which changes ctime itself. */
export function isSameContent(seen: Identity, now: Finding): boolean {
  return (
    now.kind === 'file' && isSameInode(seen, now) && seen.size === now.size && seen.mtimeNs === now.mtimeNs
  );
}

export function isSameInode(a: DirectoryIdentity, b: DirectoryIdentity): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

export const modifiedMs = (identity: Identity): number => Number(identity.mtimeNs / 1_000_000n);

/** JSON has no bigint. */
export type IdentityText = { [Key in keyof Identity]: string };

export function identityText(identity: Identity): IdentityText {
  const { dev, ino, size, mtimeNs, ctimeNs } = identity;
  return { dev: `${dev}`, ino: `${ino}`, size: `${size}`, mtimeNs: `${mtimeNs}`, ctimeNs: `${ctimeNs}` };
}
