/**
 * The key that signs the record. The private half is kept by the system's key store where there is one; where there is
 * none it is a file that only its owner can read, and the record says so. The public half lies beside the record.
 */
import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import fs from 'node:fs/promises';
import { z } from 'zod';

/** As much of Electron's `safeStorage` as is used. */
export type KeyStore = {
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(encrypted: Buffer): string;
};

export type AuditKey = {
  sign: (text: string) => string;
  /** A digest that only the owner of the key can make again: the same value gives the same one. */
  seal: (text: string) => string;
  publicKey: KeyObject;
  keptIn: 'key store' | 'file';
  fingerprint: string;
  /** Made just now: there was none, or it could not be read. */
  fresh: boolean;
};

const schema = z.strictObject({
  version: z.literal(1),
  keptIn: z.enum(['key store', 'file']),
  key: z.string(),
});

/** Makes one where there is none, or none that can be read. */
export async function openAuditKey(file: string, store: KeyStore): Promise<AuditKey> {
  const known = await readKey(file, store);
  const { privateKey, keptIn } = known ?? (await makeKey(file, store));
  const publicKey = createPublicKey(privateKey);
  const secret = createHash('sha256')
    .update(privateKey.export({ type: 'pkcs8', format: 'der' }))
    .digest();
  return {
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
    seal: (text) => createHmac('sha256', secret).update(text).digest('base64url'),
    publicKey,
    keptIn,
    fingerprint: fingerprintOf(publicKey),
    fresh: known === undefined,
  };
}

type Kept = { privateKey: KeyObject; keptIn: AuditKey['keptIn'] };

async function readKey(file: string, store: KeyStore): Promise<Kept | undefined> {
  const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    const { keptIn, key } = schema.parse(JSON.parse(text));
    const pem = keptIn === 'key store' ? store.decryptString(Buffer.from(key, 'base64')) : key;
    return { privateKey: createPrivateKey(pem), keptIn };
  } catch {
    // Damaged, or of a key store that is not there any more: a new record is begun with a new key.
    return undefined;
  }
}

async function makeKey(file: string, store: KeyStore): Promise<Kept> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const keptIn = store.isEncryptionAvailable() ? 'key store' : 'file';
  const key = keptIn === 'key store' ? store.encryptString(pem).toString('base64') : pem;
  await fs.writeFile(file, JSON.stringify({ version: 1, keptIn, key }), { mode: 0o600 });
  await fs.chmod(file, 0o600);
  return { privateKey, keptIn };
}

/** The public half, to lie beside the record. */
export const publicPem = ({ publicKey }: AuditKey): string =>
  publicKey.export({ type: 'spki', format: 'pem' }).toString();

const fingerprintOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 32);

/** What the public half says of a signature, and which key it is. Throws when it cannot be read. */
export async function readPublicKey(publicFile: string) {
  const key = createPublicKey(await fs.readFile(publicFile, 'utf8'));
  return {
    fingerprint: fingerprintOf(key),
    isSignature: (text: string, sig: string) =>
      verify(null, Buffer.from(text), key, Buffer.from(sig, 'base64')),
  };
}
