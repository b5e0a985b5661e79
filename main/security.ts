/**
 * What a page of ours may reach: its own files, and nothing else. Every session serves one page from one folder,
 * every other request is cancelled, every permission denied; no page opens windows or goes elsewhere.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { BrowserWindow, Session, WebPreferences } from 'electron';

export const scheme = 'app';

/** Pages get no network, no storage worth the name, no inline script or style; `connect` is for the model's page alone. */
export const contentSecurityPolicy = (connect: 'none' | 'self' = 'none'): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src '${connect}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export const webPreferences = (session: Session | undefined, preload: string): WebPreferences => ({
  ...(session === undefined ? {} : { session }),
  preload,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
  spellcheck: false,
  navigateOnDragDrop: false,
  // Hidden question windows draw before they are shown.
  backgroundThrottling: false,
});

/** What a page may ask main for by a request: its path below the page's own, or undefined where it is none of these. */
export type Forward = (request: Request) => Promise<Response> | undefined;

/** `host` is the only one that this session serves, from `folder`; `forward` is asked first. */
export function protectSession(session: Session, host: string, folder: string, forward?: Forward): void {
  session.setSpellCheckerEnabled(false);
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: !details.url.startsWith(`${scheme}://${host}/`) && !isDevTools(details.url) }),
  );
  const policy = contentSecurityPolicy(forward === undefined ? 'none' : 'self');
  session.protocol.handle(
    scheme,
    (request) => forward?.(request) ?? serve(request.url, host, folder, policy),
  );
}

const isDevTools = (url: string): boolean => url.startsWith('devtools://');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

async function serve(url: string, host: string, folder: string, policy: string): Promise<Response> {
  const { hostname, pathname } = new URL(url);
  const file = path.join(folder, path.normalize(decodeURIComponent(pathname)));
  const type = types[path.extname(file)];
  if (hostname !== host || type === undefined || !file.startsWith(folder + path.sep))
    return new Response('Not found', { status: 404 });
  try {
    return new Response(new Uint8Array(await fs.readFile(file)), {
      headers: {
        'Content-Type': type,
        'Content-Security-Policy': policy,
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
        'Cross-Origin-Opener-Policy': 'same-origin',
      },
    });
  } catch {
    return new Response('Not found', { status: 404 });
  }
}

export function protectWindow({ webContents }: BrowserWindow): void {
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  webContents.on('will-navigate', (event) => event.preventDefault());
  webContents.on('will-frame-navigate', (event) => event.preventDefault());
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  // A content security policy alone lets STUN out.
  webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}
