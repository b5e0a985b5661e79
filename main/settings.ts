/** What the person set for the app itself. Nothing in here loosens anything; a broken file means the defaults. */
import { z } from 'zod';
import { readJson, setAside, writeJson } from './jsonFile.ts';

const bounds = z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

const schema = z.strictObject({
  version: z.literal(1),
  window: z.strictObject({ bounds: bounds.optional(), maximized: z.boolean() }),
  /** A tray icon while calls run. */
  trayIcon: z.boolean(),
  startAtLogin: z.boolean(),
});

export type SettingsValues = z.infer<typeof schema>;

const defaults: SettingsValues = {
  version: 1,
  window: { maximized: false },
  trayIcon: true,
  startAtLogin: false,
};

export class Settings {
  private constructor(
    private readonly file: string,
    private current: SettingsValues,
  ) {}

  static async open(file: string, now: () => Date, tell: (text: string) => void): Promise<Settings> {
    const read = await readJson(file);
    if (read.kind === 'absent') return new Settings(file, defaults);
    const parsed = read.kind === 'read' ? schema.safeParse(read.json) : undefined;
    if (parsed?.success) return new Settings(file, parsed.data);
    tell(
      `Your settings could not be read, so the defaults hold. The old file is ${await setAside(file, now())}.`,
    );
    return new Settings(file, defaults);
  }

  get values(): Readonly<SettingsValues> {
    return this.current;
  }

  async change(change: Partial<Omit<SettingsValues, 'version'>>): Promise<void> {
    this.current = { ...this.current, ...change };
    await writeJson(this.file, this.current);
  }
}
