/**
 * The tools that the model may call, by names that providers take: letters, digits, `_` and `-`, at most 64. Two tools
 * never share one, so that a name says which tool on which server is meant.
 */
import type { ModelTool } from '../contract/model.ts';
import { isObject } from './json.ts';
import type { Offer } from './offer.ts';

export type CatalogueEntry = ModelTool & { serverId: string; tool: string };

/** In the order of the servers and of their tools, so that a tool keeps its name while those before it stay. */
export function catalogueOf(
  servers: readonly { serverId: string; offers: readonly Offer[] }[],
): CatalogueEntry[] {
  const taken = new Set<string>();
  return servers.flatMap(({ serverId, offers }) =>
    offers
      .filter(({ method }) => method === 'tools/call')
      .map((offer) => ({
        name: freeName(`${slug(serverId)}__${slug(offer.name)}`, taken),
        description: descriptionOf(serverId, offer),
        inputSchema: isObject(offer.inputSchema) ? offer.inputSchema : { type: 'object' },
        serverId,
        tool: offer.name,
      })),
  );
}

const longest = 64;
const slug = (text: string): string => text.replace(/[^A-Za-z0-9_-]+/g, '_');

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted.slice(0, longest);
  for (let n = 2; taken.has(name); n++) name = `${wanted.slice(0, longest - 1 - String(n).length)}_${n}`;
  taken.add(name);
  return name;
}

const descriptionOf = (serverId: string, { name, description = '' }: Offer): string =>
  `“${name}” on the server “${serverId}”. ${description}`.slice(0, 4_000).trim();
