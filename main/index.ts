/** Entry of the main process: what must be settled before the app is ready, then `app.ts`. */
// First of all: it ends a packaged app that was started with switches, before anything else has run.
import './refuseSwitches.ts';

import fs from 'node:fs';
import path from 'node:path';
import { app, crashReporter, protocol } from 'electron';
import { startApp } from './app.ts';
import { type Check, checksText, checkWindow } from './checkSecurity.ts';
import { systemClock } from './clock.ts';
import { makeLocale } from './locale.ts';
import { log } from './log.ts';
import { makeModelWindow, modelAddress } from './modelPage.ts';
import { placesIn } from './places.ts';
import { securityText } from './printSecurity.ts';
import { ProviderProxy } from './providerProxy.ts';
import { QuestionWindow } from './questionWindow.ts';
import { mode } from './refuseSwitches.ts';
import { screenshotWhenAsked } from './screenshot.ts';
import { contentSecurityPolicy, scheme } from './security.ts';
import { verdictText, verifyAudit } from './verifyAudit.ts';
import { comeToFront, makeWorkbench, workbenchAddress } from './workbenchWindow.ts';

protocol.registerSchemesAsPrivileged([
  { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);
app.enableSandbox();
// Crash reports stay on this machine.
crashReporter.start({ uploadToServer: false });

// Tests and trials get a folder of their own; a packaged app has one place only.
const home = process.env.COUNTERSIGN_HOME;
if (!app.isPackaged && home) {
  fs.mkdirSync(home, { recursive: true });
  app.setPath('userData', path.resolve(home));
}
log.keepIn(path.join(app.getPath('userData'), 'logs'));
process.on('uncaughtException', (error) => fail('uncaught exception', error));
process.on('unhandledRejection', (error) => fail('unhandled rejection', error));

if (mode === 'print-security') {
  process.stdout.write(securityText());
  process.exit(0);
}

// One app for one folder: two would write one record.
// Awaited here: where there is no screen nothing after this module would run.
if (mode === 'verify-audit') await verify().catch((error: unknown) => fail('verify', error));
else if (mode === 'check-security')
  void app
    .whenReady()
    .then(checkSecurity)
    .catch((error: unknown) => fail('check', error));
else if (app.requestSingleInstanceLock())
  void app.whenReady().then(run, (error: unknown) => fail('start', error));
else app.quit();

async function run(): Promise<void> {
  log.info(`Countersign ${app.getVersion()}, Electron ${process.versions.electron}`);
  const out = path.join(import.meta.dirname, '..');
  const locale = makeLocale(app.getSystemLocale());
  const countersign = await startApp(app.getPath('userData'), out, locale, mode === 'hidden');
  const { workbench } = countersign;
  app.on('second-instance', () => comeToFront(workbench));
  quitInOrder(countersign.quit);
  workbench.on('close', (event) => {
    event.preventDefault();
    app.quit();
  });
  screenshotWhenAsked(workbench);
}

/** Needs no window and no screen; exit code 0 when the record holds. */
async function verify(): Promise<void> {
  const verdict = await verifyAudit(placesIn(app.getPath('userData')));
  process.stdout.write(verdictText(verdict));
  process.exit(verdict.holds ? 0 : 1);
}

/** Hidden windows of each kind, made as always; exit code 0 when everything held. */
async function checkSecurity(): Promise<void> {
  const out = path.join(import.meta.dirname, '..');
  const workbench = makeWorkbench(out, { maximized: false }, true);
  await workbench.loadURL(workbenchAddress);
  const question = new QuestionWindow({
    ...{ parent: workbench, clock: systemClock, out },
    ...{ stale: () => {}, closedByPerson: () => {}, crashed: () => {} },
  });
  await question.loaded;
  const model = makeModelWindow(out, new ProviderProxy());
  await model.loadURL(modelAddress);
  const checks: Check[] = [
    ...(await checkWindow('workbench', workbench)),
    ...(await checkWindow('question', question.browserWindow)),
    ...(await checkWindow('model', model, contentSecurityPolicy('self'))),
  ];
  process.stdout.write(checksText(checks));
  app.exit(checks.every(({ held }) => held) ? 0 : 1);
}

/** Every question is ended, every server stopped and the record closed before the process goes. */
function quitInOrder(quit: () => Promise<void>): void {
  app.on('before-quit', (event) => {
    event.preventDefault();
    void quit().then(
      () => app.exit(0),
      (error: unknown) => {
        log.error('quit', error);
        app.exit(1);
      },
    );
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}

/** A defect of ours is logged with its stack and ends the app: nothing it holds open counts as an answer. */
function fail(where: string, error: unknown): void {
  log.error(where, error);
  app.exit(1);
}
