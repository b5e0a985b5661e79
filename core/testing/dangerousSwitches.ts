/** Asked of the packaged app too, by `npm run test:package`. */
export const dangerousSwitches = [
  ...[
    '--remote-debugging-port=0',
    '--remote-debugging-pipe',
    '--remote-allow-origins=*',
    '--remote-debugging-address=0.0.0.0',
  ],
  ...[
    '--inspect',
    '--inspect-brk',
    '--inspect=0',
    '--inspect-port=0',
    '--no-sandbox',
    '--disable-setuid-sandbox',
  ],
  ...[
    '--disable-gpu-sandbox',
    '--no-zygote',
    '--single-process',
    '--in-process-gpu',
    '--js-flags=--expose-gc',
  ],
  ...['--load-extension=/tmp', '--disable-web-security', '--user-data-dir=/tmp/x', '--password-store=basic'],
  ...[
    '--proxy-server=127.0.0.1:1',
    '--host-rules=MAP * 127.0.0.1',
    '--ignore-certificate-errors',
    '--enable-logging',
  ],
  ...[
    '--log-net-log=/tmp/x',
    '--renderer-cmd-prefix=xterm',
    '--utility-cmd-prefix=xterm',
    '--gpu-launcher=xterm',
  ],
  ...[
    '--disable-features=x',
    '--enable-blink-features=x',
    '--allow-file-access-from-files',
    '--app=/tmp',
    '-r',
    '/tmp/app',
  ],
];
