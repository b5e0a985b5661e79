/** What was accepted of a server as its entry is now; of one that needs no permission, what it would be. */
import { factsOf } from '../core/entryFacts.ts';
import type { ServerConfig } from '../core/serverConfig.ts';
import { noTraits } from '../core/serverTraits.ts';
import type { AcceptedServer, Consents } from './consents.ts';
import { identityDigest } from './entryIdentity.ts';

export function acceptedOf(
  { consents, seal }: { consents: Consents; seal: (text: string) => string },
  config: ServerConfig,
): AcceptedServer {
  const identity = identityDigest(config);
  return (
    consents.server(config.serverId, identity) ?? {
      identity,
      facts: factsOf(config, seal),
      traits: noTraits,
      toldTools: [],
    }
  );
}
