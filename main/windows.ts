/** Which of our windows is which. A window that is not in here has no say. */
import type { WindowKind } from '../contract/ipc.ts';

export type KnownWindow = { kind: WindowKind; address: string };

export class Windows<W> {
  readonly #known = new Map<number, KnownWindow & { window: W }>();

  /** `webContentsId` is Electron's; `address` is the one page that the window shows. */
  add(webContentsId: number, known: KnownWindow & { window: W }): void {
    this.#known.set(webContentsId, known);
  }

  remove(webContentsId: number): void {
    this.#known.delete(webContentsId);
  }

  find(webContentsId: number): (KnownWindow & { window: W }) | undefined {
    return this.#known.get(webContentsId);
  }
}
