/** An address in a text of the model: opened by the system's browser only after the person has seen all of it, and pressed. */
import type { AuditEvent } from '../core/audit.ts';
import type { Asker } from '../core/elicitation.ts';
import { messageOf } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import { readUrl } from '../core/url.ts';
import { askOnRecord } from './askOnRecord.ts';
import type { Questions } from './questions.ts';

export type OpenLinkDeps = {
  questions: Questions;
  record: (event: AuditEvent) => Promise<void>;
  seal: (text: string) => string;
  tell: (text: string) => void;
  /** The one way to the system's browser (`externalBrowser.ts`). */
  openExternal: (href: string, asker: Asker) => Promise<void>;
};

/**
 * Why it is not asked, which is told as well, or undefined: then it is. The model may be elsewhere, so no page of this
 * computer is opened.
 */
export function openLink(deps: OpenLinkDeps, url: string): string | undefined {
  const read = readUrl(url, 'remote');
  const refusal = read.ok ? whyNotNow(deps.questions) : `An address was not opened: ${read.detail}.`;
  if (!read.ok || refusal !== undefined) {
    deps.tell(refusal ?? '');
    return refusal;
  }
  void ask(deps, read).catch((error: unknown) =>
    deps.tell(`The address was not opened: ${messageOf(error)}`),
  );
  return undefined;
}

const whyNotNow = (questions: Questions): string | undefined =>
  questions.open.some(({ body }) => body.kind === 'link') ? 'Another address waits for you.' : undefined;

async function ask(
  deps: OpenLinkDeps,
  { href, address }: Extract<ReturnType<typeof readUrl>, { ok: true }>,
): Promise<void> {
  const ended = await askOnRecord(deps, {
    serverId: 'model',
    server: { name: 'a text of the model', address: new URL(href).origin },
    ...{ callIds: [], tools: [], again: false, limitMs: limits.permissionMs },
    body: { kind: 'link', address, href },
  });
  if (ended.kind !== 'accepted') return;
  await deps.openExternal(href, 'remote');
}
