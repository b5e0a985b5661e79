#!/usr/bin/env node
// Stands in for fpm, which electron-builder fetches from where not every network leads: it understands what
// electron-builder 26 says to fpm for a .deb, and has Debian's own dpkg-deb build it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const scripts = {
  'before-install': 'preinst',
  'after-install': 'postinst',
  'before-remove': 'prerm',
  'after-remove': 'postrm',
};

function main(args) {
  const { options, depends, recommends, copies } = parse(args);
  if (options.t !== 'deb') throw new Error(`only .deb packages are built here, not ${options.t}`);
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-deb-'));
  try {
    for (const [from, to] of copies) copyInto(root, from, to);
    // The modes in the package must not hang on the umask of whoever builds it.
    execFileSync('chmod', ['-R', 'u=rwX,go=rX', root]);
    writeControl(root, options, depends, recommends);
    fs.mkdirSync(path.dirname(options.package), { recursive: true });
    const compression = ['-Zgzip', `-z${process.env.COUNTERSIGN_DEB_LEVEL ?? '6'}`];
    execFileSync('dpkg-deb', [...compression, '--root-owner-group', '--build', root, options.package], {
      stdio: 'inherit',
    });
  } finally {
    fs.rmSync(root, { recursive: true, force: true });
  }
}

/** `-x value`, `--name value`, `--name=value`, and `from=to` for what is copied. */
export function parse(args) {
  const parsed = { options: {}, depends: [], recommends: [], copies: [] };
  const rest = [...args];
  while (rest.length > 0) {
    const arg = rest.shift();
    const cut = arg.indexOf('=');
    if (!arg.startsWith('-'))
      parsed.copies.push([arg.slice(0, arg.lastIndexOf('=')), arg.slice(arg.lastIndexOf('=') + 1)]);
    else if (arg === '--force' || arg === '--debug') continue;
    else if (arg.startsWith('--') && cut > 0) keep(parsed, arg.slice(0, cut), arg.slice(cut + 1));
    else keep(parsed, arg, rest.shift());
  }
  return parsed;
}

function keep({ options, depends, recommends }, name, value) {
  if (name === '-d' || name === '--depends') depends.push(value);
  else if (name === '--deb-recommends') recommends.push(value);
  else options[name.replace(/^-+/, '')] = value;
}

function copyInto(root, from, to) {
  const target = path.join(root, to);
  const isFolder = fs.statSync(from).isDirectory();
  fs.mkdirSync(isFolder ? target : path.dirname(target), { recursive: true });
  execFileSync('cp', ['-a', isFolder ? `${from}/.` : from, target]);
}

function writeControl(root, options, depends, recommends) {
  const kib = execFileSync('du', ['-sk', '--apparent-size', root], { encoding: 'utf8' }).split('\t')[0];
  const [summary, ...more] = (options.description ?? options.name).split('\n').map((line) => line.trim());
  const fields = {
    Package: options.name,
    Version: options.version,
    Architecture: options.architecture,
    Maintainer: options.maintainer,
    'Installed-Size': kib,
    Depends: depends.join(', '),
    Recommends: recommends.join(', '),
    Section: 'utils',
    Priority: 'optional',
    Homepage: options.url,
    Description: [summary, ...more.filter(Boolean).map((line) => ` ${line}`)].join('\n'),
  };
  const control = Object.entries(fields).flatMap(([name, value]) => (value ? [`${name}: ${value}\n`] : []));
  const folder = path.join(root, 'DEBIAN');
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'control'), control.join(''));
  for (const [option, file] of Object.entries(scripts)) {
    if (!options[option]) continue;
    fs.copyFileSync(options[option], path.join(folder, file));
    fs.chmodSync(path.join(folder, file), 0o755);
  }
}

if (import.meta.url === `file://${fs.realpathSync(process.argv[1] ?? '')}`) main(process.argv.slice(2));
