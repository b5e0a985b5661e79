/** An entry of `servers.json` by one digest: what was accepted of it counts as long as that stays. */
import { createHash } from 'node:crypto';
import { identityOf, type ServerConfig } from '../core/serverConfig.ts';

export const identityDigest = (config: ServerConfig): string =>
  createHash('sha256').update(identityOf(config)).digest('hex');
