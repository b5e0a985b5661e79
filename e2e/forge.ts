/** What no page of ours could send: a channel's handler is called in main as if some window or frame had called it. */
import type { ElectronApplication } from '@playwright/test';
import { inMain } from './inMain.ts';

export type From = 'question' | 'workbench' | 'spare' | 'stranger';
export type Frame = 'main' | 'sub' | 'gone' | 'elsewhere';
export type Forged = { channel: string; input: unknown; from: From; frame: Frame };

export const forge = (app: ElectronApplication, forged: Forged): Promise<{ ok: boolean; code?: string }> =>
  inMain(
    app,
    async ({ BrowserWindow, ipcMain }, { channel, input, from, frame }) => {
      const at = (host: string) =>
        BrowserWindow.getAllWindows().filter((w) => w.webContents.getURL().startsWith(`app://${host}/`));
      const windows = {
        question: at('question').find((w) => w.isVisible()),
        spare: at('question').find((w) => !w.isVisible()),
        workbench: at('workbench')[0],
        stranger: from === 'stranger' ? new BrowserWindow({ show: false }) : undefined,
      };
      const sender = windows[from]?.webContents;
      if (sender === undefined) throw new Error(`there is no ${from} window`);
      const { mainFrame } = sender;
      const frames = {
        main: mainFrame,
        sub: { parent: mainFrame, url: mainFrame.url },
        gone: null,
        elsewhere: { parent: null, url: 'app://elsewhere/index.html' },
      };
      // Electron keeps its handlers here; there is no other way to send what no page can send.
      type Handler = (event: unknown, input: unknown) => Promise<{ ok: boolean; code?: string }>;
      const { _invokeHandlers } = ipcMain as unknown as { _invokeHandlers: Map<string, Handler> };
      const handler = _invokeHandlers.get(channel);
      if (handler === undefined) throw new Error(`there is no channel ${channel}`);
      const reply = await handler({ sender, senderFrame: frames[frame] }, input);
      windows.stranger?.destroy();
      return reply;
    },
    forged,
  );
