/** A tray icon while calls run, so that a person who closed or covered the window sees that something goes on. */
import { Menu, nativeImage, Tray } from 'electron';
import icon from '../build/icons/32x32.png?inline';

export class TrayIcon {
  #tray: Tray | undefined;

  constructor(
    private readonly open: () => void,
    private readonly quit: () => void,
  ) {}

  /** `text` says what goes on; undefined takes the icon away. */
  show(text: string | undefined): void {
    if (text === undefined) {
      this.#tray?.destroy();
      this.#tray = undefined;
      return;
    }
    this.#tray ??= this.#make();
    this.#tray.setToolTip(text);
  }

  #make(): Tray {
    const tray = new Tray(nativeImage.createFromDataURL(icon));
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Open Countersign', click: this.open },
        { type: 'separator' },
        { label: 'Quit', click: this.quit },
      ]),
    );
    tray.on('click', this.open);
    return tray;
  }
}
