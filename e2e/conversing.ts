/** Conversations in tests: a scripted provider, accepted as a person accepts one, and what was said so far. */
import fs from 'node:fs';
import path from 'node:path';
import type { ConversationView } from '../contract/conversation.ts';
import type { Result, WorkbenchBridge, WorkbenchChannels } from '../contract/ipc.ts';
import { test as base, type Countersign, expect, press } from './countersign.ts';
import { type ScriptedModel, scriptedModel } from './scriptedModel.ts';

export const test = base.extend<{ model: ScriptedModel }>({
  model: async ({ home }, use) => {
    const model = await scriptedModel();
    await use(model);
    await model.close();
    expect(askedIn(home).filter((word) => model.requests.join().includes(word))).toEqual([]);
  },
});

/** What servers asked, by the record: their messages, and the names of fields that are no common words. */
function askedIn(home: string): string[] {
  const file = path.join(home, 'audit.jsonl');
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  return lines
    .map((line) => JSON.parse(line) as { event: string; about?: string; message?: string; fields?: string[] })
    .filter(({ event, about }) => event === 'question asked' && (about === 'form' || about === 'url'))
    .flatMap(({ message = '', fields = [] }) => [message, ...fields.filter((name) => name.includes('_'))]);
}

type Input<C extends keyof WorkbenchChannels> = WorkbenchChannels[C]['input'];
type Output<C extends keyof WorkbenchChannels> = WorkbenchChannels[C]['output'];

/** Calls one of the workbench's channels, as its page does. */
export function invoke<C extends keyof WorkbenchChannels>(
  { workbench }: Countersign,
  channel: C,
  input: Input<C>,
): Promise<Result<Output<C>>> {
  return workbench.evaluate(
    ([name, given]) =>
      (window as unknown as { countersign: WorkbenchBridge }).countersign.call(name as C, given as Input<C>),
    [channel, input] as const,
  );
}

async function value<T>(result: Promise<Result<T>>): Promise<T> {
  const got = await result;
  if (!got.ok) throw new Error(`${got.code}: ${got.message}`);
  return got.value;
}

/** Chosen in the workbench and accepted in its dialog, with the key that is typed there. */
export async function useModel(
  countersign: Countersign,
  model: { address: string },
  key = '',
): Promise<void> {
  const wanted = { kind: 'compatible', model: 'scripted', address: model.address } as const;
  await value(invoke(countersign, 'chooseProvider', wanted));
  const dialog = await countersign.dialog('Send conversations to the model');
  await dialog.getByLabel('Key').fill(key);
  await press(dialog.getByRole('button', { name: 'Use this model' }));
  // On the record first, in force after that.
  const inForce = async () =>
    (await value(invoke(countersign, 'getView', null))).conversations.provider?.model;
  await expect.poll(inForce).toBe('scripted');
}

/** A conversation that was begun, by what is said in it. */
export class Talk {
  private constructor(
    private readonly countersign: Countersign,
    readonly conversationId: string,
  ) {}

  static async begin(countersign: Countersign): Promise<Talk> {
    const { conversationId } = await value(invoke(countersign, 'newConversation', null));
    return new Talk(countersign, conversationId);
  }

  static of(countersign: Countersign, conversationId: string): Talk {
    return new Talk(countersign, conversationId);
  }

  async say(text: string): Promise<void> {
    // As for a person, who is in the workbench: elsewhere no dialog would come up.
    await this.countersign.inWindow(this.countersign.workbench, (window) => window.focus());
    await value(invoke(this.countersign, 'say', { conversationId: this.conversationId, text }));
  }

  async read(): Promise<ConversationView> {
    const { conversationId } = this;
    return (await value(invoke(this.countersign, 'readConversation', { conversationId }))).conversation;
  }

  /** Resolves with it once it holds this text, and says otherwise what it held. */
  async holds(text: string): Promise<ConversationView> {
    await expect.poll(async () => JSON.stringify(await this.read()), { timeout: 20_000 }).toContain(text);
    return this.read();
  }

  /** Resolves with it once nothing goes on in it. */
  async settled(): Promise<ConversationView> {
    await expect
      .poll(async () => (await this.read()).turn.state, { timeout: 20_000 })
      .toMatch(/^(idle|stopped|failed|step limit)$/);
    return this.read();
  }
}

export async function talk(countersign: Countersign, text: string): Promise<Talk> {
  const begun = await Talk.begin(countersign);
  await begun.say(text);
  return begun;
}

type Tools = { tools?: { function: { name: string } }[] };

/** How the catalogue names a tool, as a model finds it there. */
export function toolOf({ tools = [] }: Tools, tool: string): string {
  const found = tools.find(({ function: { name } }) => name.endsWith(`__${tool}`));
  if (found === undefined) throw new Error(`no tool ${tool} among ${JSON.stringify(tools)}`);
  return found.function.name;
}
