/**
 * Assistive technology may press Accept without a key or a pointer that main could see. Then the system's own box
 * asks once more; its safe button is the default and what Escape and the close button mean.
 */
import type { BrowserWindow, Dialog } from 'electron';

export async function askAgainNatively(
  dialog: Pick<Dialog, 'showMessageBox'>,
  parent: BrowserWindow,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(parent, {
    type: 'warning',
    title: 'Countersign',
    message: 'Was it you who pressed Accept?',
    detail:
      'Countersign saw no key and no pointer in the dialog. Assistive technology presses buttons that way; ' +
      'a faulty or hostile page would look the same.',
    buttons: ['Do not accept', 'It was me: accept'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}
