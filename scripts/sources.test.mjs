// What the sources themselves must hold to: which folder may import what, and that the path to an accept is one.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const folders = ['contract', 'core', 'main', 'model', 'preload', 'renderer', 'servers'];

/** Folder → the folders of ours, and the packages, that its files may import. Tests and their helpers are free. */
const allowed = {
  contract: { ours: ['contract', 'core'], packages: ['zod'] },
  core: {
    ours: ['core', 'contract'],
    packages: [
      'zod',
      'ajv',
      'ajv-formats',
      'tldts',
      'canonicalize',
      'unhomoglyph',
      'url-template',
      'jsonc-parser',
      'node:path',
      'node:url',
      'node:crypto',
    ],
  },
  main: {
    ours: ['main', 'core', 'contract', 'servers/portTransport.ts', 'build/icons'],
    packages: [
      'electron',
      'electron-log/main',
      'electron-updater',
      'zod',
      'jsonc-parser',
      'write-file-atomic',
      'eventsource-parser',
      'csv-stringify',
      'canonicalize',
      'cross-spawn',
      'shell-env',
      '@modelcontextprotocol/client',
      'node:',
    ],
  },
  model: { ours: ['model', 'contract'], packages: ['ai', '@ai-sdk/'] },
  preload: { ours: ['preload', 'contract', 'core'], packages: ['electron'] },
  renderer: {
    ours: ['renderer', 'contract', 'core'],
    packages: [
      'react',
      'react-dom',
      '@rjsf/',
      'react-aria-components',
      '@tanstack/react-virtual',
      'react-markdown',
      'remark-gfm',
    ],
  },
  servers: {
    ours: ['servers'],
    packages: [
      '@modelcontextprotocol/server',
      '@modelcontextprotocol/sdk',
      'zod',
      'ajv',
      'ajv-formats',
      'node:',
    ],
  },
};

/** What only main may load: a page that imports Ajv would need eval, one that imports zod schemas would know too much. */
const mainOnly = ['core/answer.ts', 'core/form.ts', 'contract/schemas.ts', 'core/serverConfig.ts'];

function filesOf(folder) {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) =>
      path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'),
    );
}

const isTest = (file) => file.includes('.test.') || file.includes('/testing/');
const sources = folders.flatMap(filesOf).filter((file) => !isTest(file));
const textOf = (file) => fs.readFileSync(path.join(root, file), 'utf8');

/** Each import with what it names; `type` imports leave nothing in the built file. */
function importsOf(file) {
  const found = [
    ...textOf(file).matchAll(
      /^(?:import|export)\s+(type\s)?[^'"]*?from\s+['"]([^'"]+)['"]|^import\s+()['"]([^'"]+)['"]/gms,
    ),
  ];
  return found.map(([, type, from, , bare]) => {
    const name = from ?? bare;
    const target = name.startsWith('.')
      ? path.posix.normalize(path.posix.join(path.posix.dirname(file), name))
      : name;
    return { target, ours: name.startsWith('.'), isType: type !== undefined };
  });
}

const fits = (name, prefix) =>
  name === prefix || name.startsWith(prefix.endsWith(':') || prefix.endsWith('/') ? prefix : `${prefix}/`);

describe('each folder imports only what its place allows', () => {
  it.each(sources)('%s', (file) => {
    const rules = allowed[file.split('/')[0]];
    for (const { target, ours } of importsOf(file)) {
      const list = ours ? rules.ours : rules.packages;
      expect(
        list.some((prefix) => fits(target, prefix)),
        `${file} imports ${target}`,
      ).toBe(true);
    }
  });

  it('pages and preloads load nothing that belongs to main', () => {
    const reached = new Set();
    const walk = (file) => {
      if (reached.has(file) || file.endsWith('.css')) return;
      reached.add(file);
      for (const { target, ours, isType } of importsOf(file)) if (ours && !isType) walk(target);
    };
    for (const file of sources.filter((f) => /^(model|preload|renderer)\//.test(f))) walk(file);
    expect([...reached].filter((file) => mainOnly.includes(file))).toEqual([]);
  });
});

const places = (pattern, among = sources) => among.filter((file) => pattern.test(textOf(file)));

describe('there is no auto-approving shortcut in the sources', () => {
  it('E032, E066: one place builds an outgoing accept', () => {
    const host = sources.filter((file) => /^(core|main|contract)\//.test(file));
    expect(places(/action: 'accept'(?! \|)/, host)).toEqual(['core/ending.ts']);
    // Built from the checked answer in one line; read as a case in the table of endings.
    expect(places(/\{ kind: 'accepted', content: /, host)).toEqual(['main/answerInput.ts']);
    expect([...textOf('main/answerInput.ts').matchAll(/kind: 'accepted'/g)]).toHaveLength(1);
  });

  it('no library answers: no handler for elicitation/create, no auto-fulfilment, no applied defaults', () => {
    expect(
      places(
        /setRequestHandler\s*\(/,
        sources.filter((file) => !file.startsWith('servers/')),
      ),
    ).toEqual([]);
    expect(places(/autoFulfill:\s*true/)).toEqual([]);
    expect(places(/applyDefaults/)).toEqual([]);
    expect(textOf('main/connection.ts')).toContain('autoFulfill: false');
  });

  it('one function reaches the system browser, and two places call it, each after an accept', () => {
    expect(places(/openExternal\(href/)).toEqual([
      'main/elicitations.ts',
      'main/externalBrowser.ts',
      'main/openLink.ts',
    ]);
    for (const file of ['main/elicitations.ts', 'main/openLink.ts'])
      expect(textOf(file)).toMatch(/ending\.kind !== 'accepted'|ended\.kind !== 'accepted'/);
    expect(places(/shell\.openExternal|xdg-open/)).toEqual(['main/externalBrowser.ts']);
  });

  it('one file listens to windows, and nothing sends them raw IPC', () => {
    expect(places(/ipcMain/)).toEqual(['main/ipc.ts']);
    expect(places(/ipcRenderer/)).toEqual([
      'preload/model.ts',
      'preload/question.ts',
      'preload/workbench.ts',
    ]);
  });

  it('the bridge of the question window has one function', () => {
    const [bridge] = /const bridge: QuestionBridge = \{[^}]*\}/.exec(textOf('preload/question.ts'));
    expect([...bridge.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)).toEqual(['answerInput']);
  });

  it('E078: server text is never HTML, and no page weakens its policy', () => {
    expect(
      places(/dangerouslySetInnerHTML|innerHTML|unsafe-(eval|inline)|webSecurity: false|sandbox: false/),
    ).toEqual([]);
  });

  it('E039: no system box has an unsafe default', () => {
    for (const file of places(/showMessageBox\(/)) {
      expect(textOf(file), file).toContain('cancelId: 0');
      expect(textOf(file), file).toContain('defaultId: 0');
    }
  });
});
