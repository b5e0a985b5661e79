/** Conversations on the disk, a file for each: read at the start, written by rename, one after the other. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Conversation } from '../core/conversation.ts';
import { parseConversation } from '../core/conversationFile.ts';
import { messageOf } from '../core/json.ts';
import { readJson, setAside, writeJson } from './jsonFile.ts';

export class ConversationFiles {
  readonly #writing = new Map<string, Promise<void>>();

  constructor(
    private readonly folder: string,
    private readonly now: () => Date,
    private readonly tell: (text: string) => void,
  ) {}

  /** The one that changed last comes first. A file that is none is set aside, and told. */
  async readAll(): Promise<Conversation[]> {
    await fs.mkdir(this.folder, { recursive: true, mode: 0o700 });
    const names = (await fs.readdir(this.folder)).filter((name) => name.endsWith('.json'));
    const read = await Promise.all(names.map((name) => this.#read(path.join(this.folder, name))));
    return read.filter((each) => each !== undefined).sort((a, b) => b.changedAt - a.changedAt);
  }

  /** Resolves when it is on the disk; that it could not be written is told. */
  write(conversation: Conversation): Promise<void> {
    const { conversationId } = conversation;
    const text = structuredClone(conversation);
    return this.#next(conversationId, () => writeJson(this.#file(conversationId), { version: 1, ...text }));
  }

  remove(conversationId: string): Promise<void> {
    return this.#next(conversationId, () => fs.rm(this.#file(conversationId), { force: true }));
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    await Promise.all(this.#writing.values());
  }

  #next(conversationId: string, run: () => Promise<void>): Promise<void> {
    const before = this.#writing.get(conversationId) ?? Promise.resolve();
    const written = before.then(run).catch((error: unknown) => {
      this.tell(
        `A conversation could not be written: ${messageOf(error)}. It is kept until Countersign is closed.`,
      );
    });
    this.#writing.set(conversationId, written);
    return written;
  }

  async #read(file: string): Promise<Conversation | undefined> {
    const read = await readJson(file);
    const conversation = read.kind === 'read' ? parseConversation(read.json) : undefined;
    if (conversation !== undefined && this.#file(conversation.conversationId) === file) return conversation;
    this.tell(
      `A conversation could not be read. Its file was set aside as ${await setAside(file, this.now())}.`,
    );
    return undefined;
  }

  #file(conversationId: string): string {
    return path.join(this.folder, `${conversationId}.json`);
  }
}
