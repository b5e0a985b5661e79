/** Desktop manners: what a person expects of any app. */
import fs from 'node:fs';
import path from 'node:path';
import { clickAway, expect, test } from './countersign.ts';
import { inMain } from './inMain.ts';

test('the window comes back where it was', async ({ start }) => {
  const first = await start();
  await first.inWindow(first.workbench, (window) =>
    window.setBounds({ x: 40, y: 50, width: 900, height: 640 }),
  );
  await first.quit();
  const second = await start();
  const bounds = await second.inWindow(second.workbench, (window) => window.getBounds());
  expect(bounds).toEqual({ x: 40, y: 50, width: 900, height: 640 });
});

test('settings that cannot be read are set aside, and the person is told', async ({ start, home }) => {
  fs.writeFileSync(path.join(home, 'settings.json'), '{ "version": 1,');
  const countersign = await start();
  await expect(countersign.workbench.getByLabel('Notices')).toContainText('Your settings could not be read');
  expect(fs.readdirSync(home).some((name) => name.startsWith('settings.json.broken-'))).toBe(true);
});

test('a broken consents.json means that nothing was accepted, and is kept', async ({ start, home }) => {
  fs.writeFileSync(path.join(home, 'consents.json'), '{"version":1,"servers":{"asking":"');
  const countersign = await start();
  await expect(countersign.workbench.getByLabel('Notices')).toContainText('so you are asked again');
  expect(fs.readdirSync(home).some((name) => name.startsWith('consents.json.broken-'))).toBe(true);
});

test('a broken servers.json starts nothing, is told with its line, and stays as it is', async ({
  start,
  home,
}) => {
  const broken = '{ "mcpServers": {\n  "a": { "command": \n';
  fs.writeFileSync(path.join(home, 'servers.json'), broken);
  const countersign = await start();
  await expect(countersign.workbench.getByLabel('Notices')).toContainText(
    'servers.json cannot be read: line',
  );
  expect(fs.readFileSync(path.join(home, 'servers.json'), 'utf8')).toBe(broken);
});

test('a second launch only brings the first to the front', async ({ start, home }) => {
  const first = await start();
  await first.logged((line) => line.event === 'server ready');
  const before = first.log().length;
  const second = await inMain(
    first.app,
    ({ app }) => {
      // The same program on the same folder, as the desktop would start it again.
      const { spawn } = process.getBuiltinModule('node:child_process');
      const child = spawn(process.execPath, [app.getAppPath()], { env: process.env, stdio: 'ignore' });
      return new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    },
    null,
  );
  expect(second).toBe(0);
  expect(first.log().length).toBe(before);
  expect(fs.existsSync(path.join(home, 'servers.json'))).toBe(true);
});

test('E056: when another application is in front the dialog waits, a notification says so without any text of the question', async ({
  start,
}) => {
  const countersign = await start();
  await inMain(
    countersign.app,
    ({ BrowserWindow, Notification }) => {
      // At the border of the operating system: which window is in front, and what is shown as a notification.
      const kept = globalThis as unknown as {
        shown: string[];
        focused: typeof BrowserWindow.getFocusedWindow;
      };
      kept.shown = [];
      kept.focused = BrowserWindow.getFocusedWindow;
      BrowserWindow.getFocusedWindow = () => null;
      Notification.isSupported = () => true;
      Notification.prototype.show = function show(this: { title: string; body: string }) {
        kept.shown.push(`${this.title} ${this.body}`);
      };
    },
    null,
  );
  await countersign.workbench.getByRole('button', { name: 'Call delete_file' }).click();
  const shown = () =>
    inMain(countersign.app, () => (globalThis as unknown as { shown: string[] }).shown, null);
  await expect.poll(shown).toEqual(['Countersign A question is waiting for you.']);
  await expect(countersign.workbench.getByLabel('Open questions')).toContainText('waiting');
  expect(await countersign.dialogs()).toBe(0);
  // The person comes.
  await inMain(
    countersign.app,
    ({ BrowserWindow }) => {
      BrowserWindow.getFocusedWindow = (
        globalThis as unknown as { focused: typeof BrowserWindow.getFocusedWindow }
      ).focused;
      const workbench = BrowserWindow.getAllWindows().find((w) =>
        w.webContents.getURL().startsWith('app://workbench'),
      );
      workbench?.emit('focus');
    },
    null,
  );
  const dialog = await countersign.dialog('Confirm deletion of notes.txt');
  await clickAway(dialog.getByRole('button', { name: 'Decline' }));
});

test('the menu has what the system has, and no way to reload or to open developer tools', async ({
  start,
}) => {
  const countersign = await start();
  const roles = await inMain(
    countersign.app,
    ({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).flatMap((item) => [
        item.role ?? '',
        ...(item.submenu?.items ?? []).map((sub) => sub.role ?? sub.label),
      ]),
    null,
  );
  const names = roles.map((role) => role.toLowerCase());
  expect(names).toEqual(
    expect.arrayContaining(['copy', 'paste', 'quit', 'about', 'zoomin', 'start at login']),
  );
  expect(names.filter((name) => /reload|devtools/.test(name))).toEqual([]);
  const dialog = await countersign.callDelete();
  expect(await countersign.inWindow(dialog, (window) => window.isMenuBarVisible())).toBe(false);
  await clickAway(dialog.getByRole('button', { name: 'Decline' }));
});

test('start at login is off, is switched on by the person, and off again', async ({ start, home }) => {
  test.skip(process.platform !== 'linux', 'the other systems keep it where a test must not look');
  const countersign = await start();
  await inMain(
    countersign.app,
    (_electron, config) => {
      process.env.XDG_CONFIG_HOME = config;
    },
    home,
  );
  const entry = path.join(home, 'autostart', 'countersign.desktop');
  expect(fs.existsSync(entry)).toBe(false);
  await countersign.chooseInMenu('Start at login');
  await expect.poll(() => fs.existsSync(entry)).toBe(true);
  expect(fs.readFileSync(entry, 'utf8')).toContain('--hidden');
  await countersign.chooseInMenu('Start at login');
  await expect.poll(() => fs.existsSync(entry)).toBe(false);
});

test('updates are off, and nothing is asked of anybody', async ({ start }) => {
  const countersign = await start();
  await inMain(
    countersign.app,
    ({ dialog }) => {
      const kept = globalThis as unknown as { told: string[] };
      kept.told = [];
      dialog.showMessageBox = async (...args: unknown[]) => {
        kept.told.push((args.at(-1) as { message: string }).message);
        return { response: 0, checkboxChecked: false };
      };
    },
    null,
  );
  await countersign.chooseInMenu('Check for updates…');
  await expect
    .poll(() => inMain(countersign.app, () => (globalThis as unknown as { told: string[] }).told, null))
    .toEqual(['Updates are off.']);
});
