/**
 * The rules in force: those that the person last accepted. Another content of the file may tighten them at once; whatever
 * else it says waits until the person has accepted the difference. A file that cannot be read changes nothing.
 */
import type { AuditEvent } from '../core/audit.ts';
import { messageOf } from '../core/json.ts';
import { limits } from '../core/limits.ts';
import { markLine } from '../core/plainText.ts';
import { type MachinePolicy, onlyTightens, type Policies, type Rule } from '../core/policy.ts';
import { parseMachinePolicy, parsePolicy, ruleText } from '../core/policyFile.ts';
import { askOnRecord } from './askOnRecord.ts';
import { readJson, writeJson } from './jsonFile.ts';
import type { Questions } from './questions.ts';

export type PolicyDeps = {
  /** The person's rules, the ones in force as they were accepted, and those of the machine. */
  places: { policy: string; policyInForce: string; machinePolicy: string };
  questions: Questions;
  record: (event: AuditEvent) => Promise<void>;
  seal: (text: string) => string;
  tell: (text: string) => void;
  changed: () => void;
};

type Kept = { version: 1; rules: readonly Rule[]; seal: string };

export class Policy {
  #accepted: readonly Rule[] = [];
  #onDisk: readonly Rule[] | undefined;
  #machine: MachinePolicy | 'unreadable' | undefined;
  /** What was read last, so that the same content is told and asked once. */
  #lastRead = '';

  constructor(private readonly deps: PolicyDeps) {}

  /** Takes up what was in force last. */
  async start(): Promise<void> {
    const kept = await readJson(this.deps.places.policyInForce);
    if (kept.kind === 'absent') return;
    const json = kept.kind === 'read' ? (kept.json as Partial<Kept>) : {};
    const parsed = parsePolicy({ rules: json.rules });
    if (!('error' in parsed) && json.seal === this.deps.seal(sealed(parsed.rules)))
      this.#accepted = parsed.rules;
    else
      this.deps.tell(
        'The rules that you had accepted were changed by something else, so none of them is in force.',
      );
  }

  /** The app's own first rules, before there was a file of the person's. */
  async begin(rules: readonly Rule[]): Promise<void> {
    await writeJson(this.deps.places.policy, { rules });
    await this.#accept(rules);
  }

  get policies(): Policies {
    return {
      accepted: this.#accepted,
      ...(this.#onDisk === undefined ? {} : { onDisk: this.#onDisk }),
      ...(this.#machine === undefined ? {} : { machine: this.#machine }),
    };
  }

  /** Looks at the files anew. Resolves when what tightens is in force; what loosens is being asked by then. */
  async look(): Promise<void> {
    this.#machine = await readMachine(this.deps.places.machinePolicy);
    const read = await readJson(this.deps.places.policy);
    const parsed =
      read.kind === 'read'
        ? parsePolicy(read.json)
        : read.kind === 'absent'
          ? { rules: [] }
          : { error: read.message };
    const text = JSON.stringify(parsed);
    if (text === this.#lastRead) return;
    this.#lastRead = text;
    if ('error' in parsed)
      this.deps.tell(
        `policy.json cannot be read: ${parsed.error}. The rules that you accepted last are in force.`,
      );
    else await this.#take(parsed.rules);
    this.deps.changed();
  }

  async #take(rules: readonly Rule[]): Promise<void> {
    this.#onDisk = undefined;
    if (JSON.stringify(rules) === JSON.stringify(this.#accepted)) return;
    if (onlyTightens(this.#accepted, rules)) return this.#accept(rules);
    this.#onDisk = rules;
    void this.#ask(rules).catch((error: unknown) =>
      this.deps.tell(`Not recorded, so the rules stay as they were: ${messageOf(error)}`),
    );
  }

  async #ask(rules: readonly Rule[]): Promise<void> {
    const [before, after] = [this.#accepted.map(ruleText), rules.map(ruleText)];
    const ended = await askOnRecord(this.deps, {
      serverId: 'policy.json',
      server: { name: 'policy.json', address: markLine(this.deps.places.policy) },
      ...{ callIds: [], tools: [], again: false, limitMs: limits.permissionMs },
      body: {
        kind: 'policy',
        added: after.filter((text) => !before.includes(text)).map(markLine),
        removed: before.filter((text) => !after.includes(text)).map(markLine),
      },
    });
    // The file may say something else again by now: then that is asked, and this answer is about nothing.
    if (ended.kind === 'accepted' && this.#onDisk === rules) await this.#accept(rules);
    this.deps.changed();
  }

  async #accept(rules: readonly Rule[]): Promise<void> {
    await this.deps.record({ event: 'rules accepted', rules: rules.map(ruleText) });
    const kept: Kept = { version: 1, rules, seal: this.deps.seal(sealed(rules)) };
    await writeJson(this.deps.places.policyInForce, kept);
    this.#accepted = rules;
    this.#onDisk = undefined;
  }
}

const sealed = (rules: readonly Rule[]): string => JSON.stringify(['policy', ...rules.map(ruleText)]);

async function readMachine(file: string): Promise<MachinePolicy | 'unreadable' | undefined> {
  const read = await readJson(file);
  if (read.kind === 'absent') return undefined;
  return read.kind === 'read' ? parseMachinePolicy(read.json) : 'unreadable';
}
