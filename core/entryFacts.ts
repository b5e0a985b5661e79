/** What an entry of `servers.json` says, line by line, so that a person can compare two of them. */
import type { ServerConfig } from './serverConfig.ts';

/** A line as it is shown, and a digest of what is not: values of variables and headers. */
export type Fact = { text: string; hidden?: string | undefined };

/** In the entry's order; `seal` makes a salted digest. */
export function factsOf(config: ServerConfig, seal: (text: string) => string): Fact[] {
  const named = (label: string, values: Record<string, string>): Fact[] =>
    Object.entries(values).map(([name, value]) => ({
      text: `${label}: ${name}`,
      hidden: seal(`${name}=${value}`),
    }));
  const { questionMs, callSilenceMs, connectMs } = config.limits;
  const common: Fact[] = [
    ...(questionMs === undefined ? [] : [{ text: `Its questions stay open for ${questionMs / 1000} s` }]),
    ...(callSilenceMs === undefined ? [] : [{ text: `A call may be silent for ${callSilenceMs / 1000} s` }]),
    ...(connectMs === undefined ? [] : [{ text: `It may take ${connectMs / 1000} s to start` }]),
    ...(config.protocol === 'older first' ? [] : [{ text: `Revisions: ${config.protocol}` }]),
  ];
  switch (config.kind) {
    case 'program':
      return [
        { text: `Program: ${config.command}` },
        ...config.args.map((arg) => ({ text: `Argument: ${arg}` })),
        ...(config.cwd === undefined ? [] : [{ text: `Folder: ${config.cwd}` }]),
        ...named('Variable', config.env),
        ...common,
      ];
    case 'remote':
      // The rest of an address may hold a secret; the digest tells that it is another.
      return [
        { text: `Address: ${withoutQuery(config.url)}`, hidden: seal(config.url) },
        ...named('Header', config.headers),
        ...common,
      ];
    case 'bundled':
      return [...config.directories.map((directory) => ({ text: `Folder: ${directory}` })), ...common];
    default:
      return config satisfies never;
  }
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

export type Difference = { gone: string[]; added: string[] };

/** Lines of one that the other has not; a line with another hidden value is said to be that. */
export function differenceOf(before: readonly Fact[], after: readonly Fact[]): Difference {
  const gone = missingIn(after, before);
  const added = missingIn(before, after);
  if (gone.length + added.length === 0 && before.some(({ text }, index) => after[index]?.text !== text))
    return { gone: [], added: ['The same lines, in another order'] };
  return {
    gone: gone.filter(({ text }) => !added.some((fact) => fact.text === text)).map(({ text }) => text),
    added: added.map(({ text }) =>
      gone.some((fact) => fact.text === text) ? `${text} (another value)` : text,
    ),
  };
}

/** As often as it stands there: an argument given twice is another command than one given once. */
function missingIn(among: readonly Fact[], facts: readonly Fact[]): Fact[] {
  const rest = [...among];
  return facts.filter((fact) => {
    const at = rest.findIndex(({ text, hidden }) => text === fact.text && hidden === fact.hidden);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}
