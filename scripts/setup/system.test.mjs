import { describe, expect, it } from 'vitest';
import { authority } from './display.mjs';
import { checkNode } from './entry.mjs';
import { choosePackages, notFound } from './libraries.mjs';
import { isInstalled } from './packages.mjs';
import { remedies } from './userNamespace.mjs';

describe('system libraries', () => {
  const policy = (versions) =>
    Object.entries(versions)
      .map(([name, version]) => `${name}:\n  Installed: (none)\n  Candidate: ${version}\n  Version table:\n`)
      .join('');
  const wanted = [['libgtk-3-0t64', 'libgtk-3-0'], ['libnss3']];

  it.each([
    ['Debian 12', { 'libgtk-3-0': '3.24.38', libnss3: '2:3.87' }, ['libgtk-3-0', 'libnss3']],
    [
      'Debian 13, where the old name is a virtual package',
      { 'libgtk-3-0t64': '3.24.49', 'libgtk-3-0': '(none)', libnss3: '2:3.110' },
      ['libgtk-3-0t64', 'libnss3'],
    ],
    ['a system without package lists', {}, ['libgtk-3-0', 'libnss3']],
  ])('have the right package names on %s', (_what, versions, names) =>
    expect(choosePackages(policy(versions), wanted)).toEqual(names),
  );

  it('are missed by name, each once', () => {
    const output =
      '\tlibc.so.6 => /lib/libc.so.6 (0x1)\n\tlibgtk-3.so.0 => not found\n\tlibgtk-3.so.0 => not found\n';
    expect(notFound(output)).toEqual(['libgtk-3.so.0']);
  });
});

describe('packages', () => {
  const lock = (packages) => ({ packages: { '': { name: 'project' }, ...packages } });
  const a = { version: '1.0.0', integrity: 'sha512-a' };
  const elsewhere = { version: '1.0.0', optional: true, os: ['other'] };

  it.each([
    ['are there', { a }, { a }, true],
    ['are there but for an optional one', { a, elsewhere }, { a }, true],
    ['lack one', { a, b: a }, { a }, false],
    ['have another version', { a }, { a: { ...a, version: '1.0.1' } }, false],
    ['have other contents', { a }, { a: { ...a, integrity: 'sha512-b' } }, false],
  ])('%s', (_what, wanted, installed, expected) =>
    expect(isInstalled(lock(wanted), lock(installed))).toBe(expected),
  );

  it('are missing when npm has not finished', () => expect(isInstalled(lock({ a }), undefined)).toBe(false));
});

describe('Node.js', () => {
  it.each(['20.18.0', '20.20.2', '22.0.0', '100.1.0'])('%s will do', (version) => checkNode(version));
  it.each(['20.17.9', '18.20.0', '8.0.0'])('%s will not', (version) =>
    expect(() => checkNode(version)).toThrow('20.18 or newer'),
  );
});

describe('user namespaces', () => {
  it.each([
    [
      'Ubuntu',
      { 'kernel/apparmor_restrict_unprivileged_userns': '1' },
      'apparmor_restrict_unprivileged_userns=0',
    ],
    ['older Debian', { 'kernel/unprivileged_userns_clone': '0' }, 'unprivileged_userns_clone=1'],
    ['a hardened system', { 'user/max_user_namespaces': '0' }, 'max_user_namespaces=15000'],
    ['a container', { 'user/max_user_namespaces': '1000' }, 'docker run'],
  ])('are allowed on %s by the right command', (_what, settings, command) =>
    expect(remedies((name) => settings[name]).join('\n')).toContain(command),
  );
});

describe('the key of the virtual display', () => {
  it('is an entry for any display', () =>
    expect(authority(Buffer.from('0123456789abcdef')).toString('latin1')).toBe(
      '\xff\xff\0\0\0\0\0\x12MIT-MAGIC-COOKIE-1\0\x100123456789abcdef',
    ));
});
