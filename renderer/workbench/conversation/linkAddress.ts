/** Where a link of a model's leads, or undefined for one that is never offered: only web addresses are. */
export type LinkAddress = { href: string; host: string };

export function linkAddress(raw: string): LinkAddress | undefined {
  if (!URL.canParse(raw)) return undefined;
  const { protocol, host, href } = new URL(raw);
  return protocol === 'https:' || protocol === 'http:' ? { href, host } : undefined;
}
