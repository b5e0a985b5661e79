/**
 * Which programs run for the app, written down: when the app is killed, what did not end with its input is found by the next
 * start and ended then. A process id alone proves nothing, since the system gives it to another; when it started does.
 */
import fs from 'node:fs/promises';
import { z } from 'zod';
import { messageOf } from '../../core/json.ts';
import { readJson, writeJson } from '../jsonFile.ts';
import { afterName, endRest, isGroupAlive } from './processTree.ts';

const schema = z.strictObject({
  version: z.literal(1),
  /** Of the machine; process ids begin anew with each. */
  boot: z.string(),
  programs: z.array(z.strictObject({ pid: z.number().int().min(2), startedAt: z.string() })),
});
type Program = z.infer<typeof schema>['programs'][number];

export class RunningPrograms {
  readonly #programs = new Map<number, Program>();
  #written: Promise<void> = Promise.resolve();

  constructor(
    private readonly file: string,
    private readonly tell: (text: string) => void,
  ) {}

  /** Ends what an app that was killed left behind. Resolves with how many groups that were. */
  async endLeftOver(graceMs: number): Promise<number> {
    const read = await readJson(this.file);
    const parsed = read.kind === 'read' ? schema.safeParse(read.json) : undefined;
    if (!parsed?.success || parsed.data.boot !== (await bootOf())) return 0;
    const left: Program[] = [];
    for (const program of parsed.data.programs) if (await isStillIt(program)) left.push(program);
    await Promise.all(left.map(({ pid }) => endRest(pid, graceMs)));
    return left.length;
  }

  /** Whoever is not there any more when this looks has ended already. */
  started(pid: number | undefined): void {
    if (pid === undefined || !canTell) return;
    this.#change(async () => {
      const startedAt = await startOf(pid);
      if (startedAt !== undefined) this.#programs.set(pid, { pid, startedAt });
    });
  }

  async ended(pid: number | undefined): Promise<void> {
    if (pid === undefined || !canTell) return;
    this.#change(async () => void this.#programs.delete(pid));
    await this.#written;
  }

  #change(change: () => Promise<void>): void {
    this.#written = this.#written.then(async () => {
      await change();
      await writeJson(this.file, {
        version: 1,
        boot: await bootOf(),
        programs: [...this.#programs.values()],
      });
    });
    this.#written = this.#written.catch((error: unknown) =>
      this.tell(
        `Which programs run could not be written down (${messageOf(error)}): if Countersign is killed, they may stay.`,
      ),
    );
  }
}

/** Elsewhere a program ends when its input does, or is left to the person. */
const canTell = process.platform === 'linux';

/** Its leader is the one that was started; or the leader has gone, and its id is still that of the group it led. */
async function isStillIt({ pid, startedAt }: Program): Promise<boolean> {
  const now = await startOf(pid);
  return now === undefined ? isGroupAlive(pid) : now === startedAt;
}

/** In the system's own ticks since it was started. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return afterName(stat)[19];
}

const bootOf = async (): Promise<string> =>
  (await fs.readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim();
