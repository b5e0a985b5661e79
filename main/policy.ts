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
import { AcceptedFile, type KeptDigests } from './acceptedFile.ts';
import { askOnRecord } from './askOnRecord.ts';
import { readJson, writeJson } from './jsonFile.ts';
import type { Questions } from './questions.ts';

export type PolicyDeps = {
  /** The person's rules, the ones in force as they were accepted, and those of the machine. */
  places: { policy: string; policyInForce: string; machinePolicy: string };
  kept: KeptDigests;
  questions: Questions;
  record: (event: AuditEvent) => Promise<void>;
  seal: (text: string) => string;
  tell: (text: string) => void;
  changed: () => void;
};

export class Policy {
  readonly #inForce: AcceptedFile;
  #accepted: readonly Rule[] = [];
  /** What was accepted is not known any more: until the person accepts anew, every call is asked. */
  #lost = false;
  #onDisk: readonly Rule[] | undefined;
  #machine: MachinePolicy | 'unreadable' | undefined;
  /** What was read last, so that the same content is told and asked once. */
  #lastRead = '';

  constructor(private readonly deps: PolicyDeps) {
    this.#inForce = new AcceptedFile(deps.places.policyInForce, deps.kept);
  }

  /** Takes up what was in force last. */
  async start(): Promise<void> {
    const kept = await this.#inForce.read();
    if (kept.kind === 'nothing yet') return;
    const parsed = kept.kind === 'accepted' ? parsePolicy(kept.json) : { error: '' };
    this.#lost = 'error' in parsed;
    if (!('error' in parsed)) this.#accepted = parsed.rules;
    else
      this.deps.tell(
        'The rules that you had accepted were changed or removed by something else, so none of them is in force, and every call is asked until you accept some.',
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
      ...(this.#lost ? { lost: true } : {}),
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
    if (!this.#lost && JSON.stringify(rules) === JSON.stringify(this.#accepted)) return;
    if (!this.#lost && onlyTightens(this.#accepted, rules)) return this.#accept(rules);
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
        ...(this.#lost ? { lost: true } : {}),
      },
    });
    // The file may say something else again by now: then that is asked, and this answer is about nothing.
    if (ended.kind === 'accepted' && this.#onDisk === rules) await this.#accept(rules);
    this.deps.changed();
  }

  async #accept(rules: readonly Rule[]): Promise<void> {
    await this.deps.record({ event: 'rules accepted', rules: rules.map(ruleText) });
    await this.#inForce.write({ rules });
    this.#accepted = rules;
    this.#lost = false;
    this.#onDisk = undefined;
  }
}

async function readMachine(file: string): Promise<MachinePolicy | 'unreadable' | undefined> {
  const read = await readJson(file);
  if (read.kind === 'absent') return undefined;
  return read.kind === 'read' ? parseMachinePolicy(read.json) : 'unreadable';
}
