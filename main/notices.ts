/** What the person is told outside of any dialog. The same text again only raises its count. */
import type { Notice } from '../contract/view.ts';

const kept = 100;

export class Notices {
  #notices: Notice[] = [];
  #next = 1;

  constructor(
    private readonly now: () => number,
    private readonly changed: () => void,
  ) {}

  get all(): readonly Notice[] {
    return this.#notices;
  }

  tell(notice: { text: string; tone: Notice['tone']; serverId?: string }): void {
    const same = this.#notices.find((n) => n.text === notice.text && n.serverId === notice.serverId);
    const told: Notice = same
      ? { ...same, at: this.now(), count: same.count + 1 }
      : { ...notice, noticeId: `n${this.#next++}`, at: this.now(), count: 1 };
    this.#notices = [told, ...this.#notices.filter((n) => n !== same)].slice(0, kept);
    this.changed();
  }

  dismiss(noticeId: string): void {
    this.#notices = this.#notices.filter((notice) => notice.noticeId !== noticeId);
    this.changed();
  }
}
