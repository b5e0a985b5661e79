/** The model's side of the app: its process, its provider, and the conversations with it, joined to the host. */
import { randomUUID } from 'node:crypto';
import type { BrowserWindow } from 'electron';
import { type ConversationChanged, conversationMessage } from '../contract/conversation.ts';
import type { AuditEvent } from '../core/audit.ts';
import type { KeyStore } from './auditKey.ts';
import type { Clock } from './clock.ts';
import type { Consents } from './consents.ts';
import { ConversationFiles } from './conversationFiles.ts';
import { Conversations } from './conversations.ts';
import type { Host } from './host.ts';
import { ModelPage } from './modelPage.ts';
import { ModelProvider } from './modelProvider.ts';
import type { Places } from './places.ts';
import { ProviderProxy } from './providerProxy.ts';

export type AssistantDeps = {
  host: Host;
  workbench: BrowserWindow;
  consents: Consents;
  store: KeyStore;
  places: Places;
  clock: Clock;
  out: string;
  record: (event: AuditEvent) => Promise<void>;
  seal: (text: string) => string;
  tell: (text: string) => void;
  changed: () => void;
};

export type Assistant = {
  conversations: Conversations;
  provider: ModelProvider;
  start: () => Promise<void>;
  /** Every answer is broken off, and what was said is on the disk. */
  close: () => Promise<void>;
};

export function makeAssistant({ host, workbench, places, clock, out, ...deps }: AssistantDeps): Assistant {
  const { consents, store, record, seal, tell, changed } = deps;
  const { questions, calls, connections } = host;
  const provider = new ModelProvider({
    ...{ questions, consents, store, record, seal, tell, changed },
    file: places.modelKey,
  });
  const page = new ModelPage({ out, clock, proxy: new ProviderProxy() });
  const files = new ConversationFiles(places.conversations, () => new Date(clock.now().wall), tell);
  const send = (change: ConversationChanged): void => {
    if (!workbench.isDestroyed()) workbench.webContents.send(conversationMessage, change);
  };
  const conversations = new Conversations({
    ...{ files, page, connections, calls, questions, clock, record, tell, send, changed },
    provider: () => provider.inUse,
    newId: randomUUID,
  });
  return {
    ...{ conversations, provider },
    start: async () => {
      await provider.start();
      await conversations.start();
    },
    close: async () => {
      await conversations.close();
      page.close();
      await files.close();
    },
  };
}
