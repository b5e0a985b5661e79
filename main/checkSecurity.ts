/**
 * `--check-security`: what a page that was taken over would try, tried on this very build, in a hidden window that is made
 * like every other. A packaged app lets no debugger in, so it has to look at itself.
 */
import type { BrowserWindow } from 'electron';
import { contentSecurityPolicy } from './security.ts';

export type Check = { what: string; held: boolean };

/** Each probe runs in the page; what it gives back says that it was held. */
const probes: Record<string, string> = {
  'the page has no Node': `!('require' in window) && !('process' in window) && !('Buffer' in window)`,
  'the bridge is one object with its named functions': `['', 'answerInput', 'call,onChanged,onConversation'].includes(Object.keys(window.countersign ?? {}).sort().join())`,
  'an inline script is refused': `(() => { const s = document.createElement('script'); s.textContent = 'window.inlined = true'; document.body.append(s); return !window.inlined; })()`,
  'a request to the network is refused': `fetch('https://example.org/').then(() => false, () => true)`,
  'a request to this machine is refused': `fetch('http://127.0.0.1:9/').then(() => false, () => true)`,
  'another page of the app is out of reach': `fetch('app://' + (location.host === 'question' ? 'workbench' : 'question') + '/index.html').then(() => false, () => true)`,
  'a file is out of reach': `fetch('file:///etc/hostname').then(() => false, () => true)`,
  'a new window is refused': `window.open('https://example.org/') === null`,
  'a webview is nothing': `(() => { const w = document.createElement('webview'); document.body.append(w); return !('getWebContentsId' in w); })()`,
  'a frame of another page is refused': `new Promise((done) => { const f = document.createElement('iframe'); f.onload = () => { try { done(f.contentDocument === null || f.contentDocument.body.childElementCount === 0); } catch { done(true); } }; f.src = 'https://example.org/'; document.body.append(f); setTimeout(() => done(true), 500); })`,
  'the camera is refused': `!navigator.mediaDevices ? true : navigator.mediaDevices.getUserMedia({ video: true }).then(() => false, () => true)`,
  'notifications are refused': `Notification.requestPermission().then((answer) => answer !== 'granted')`,
  'the clipboard cannot be read': `!navigator.clipboard ? true : navigator.clipboard.readText().then(() => false, () => true)`,
};

/** `window` shows its own page already; `policy` is the one that it is meant to have. */
export async function checkWindow(
  name: string,
  window: BrowserWindow,
  policy = contentSecurityPolicy(),
): Promise<Check[]> {
  const { webContents } = window;
  const { session } = webContents;
  const address = webContents.getURL();
  const checks: Check[] = [];
  const add = (what: string, held: boolean) => checks.push({ what: `${name}: ${what}`, held });
  for (const [what, probe] of Object.entries(probes))
    add(what, (await webContents.executeJavaScript(probe, true)) === true);
  const received = await session.fetch(address);
  add('its content security policy, as received', received.headers.get('Content-Security-Policy') === policy);
  await webContents.executeJavaScript(
    `location.href = 'https://example.org/'; new Promise((done) => setTimeout(done, 300))`,
  );
  add('it goes nowhere else', webContents.getURL() === address);
  add('WebRTC stays on this machine', webContents.getWebRTCIPHandlingPolicy() === 'disable_non_proxied_udp');
  return checks;
}

export const checksText = (checks: readonly Check[]): string =>
  `${checks.map(({ what, held }) => `${held ? 'held' : 'NOT HELD'}: ${what}`).join('\n')}\n`;
