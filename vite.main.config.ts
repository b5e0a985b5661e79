import { builtinModules } from 'node:module';
import { defineConfig, type UserConfig } from 'vite';

// Everything that runs under Node, in builds told apart by their mode:
//   main                the main process and the two entries of each bundled server, as ES modules
//   preload-question    one bridge each: a sandboxed preload must be a single CommonJS file,
//   preload-workbench   and two in one build could come to share a chunk that cannot be loaded
//   preload-model
// What they import is bundled, so nothing is read from node_modules when the app runs.

const inputs: Record<string, Record<string, string>> = {
  main: {
    index: 'main/index.ts',
    filesServer: 'servers/files/utility.ts',
    files: 'servers/files/stdio.ts',
    formsServer: 'servers/forms/utility.ts',
    forms: 'servers/forms/stdio.ts',
  },
  'preload-question': { question: 'preload/question.ts' },
  'preload-workbench': { workbench: 'preload/workbench.ts' },
  'preload-model': { model: 'preload/model.ts' },
};

const givenByElectron = ['electron', /^electron\//];
const givenByNode = [...builtinModules, /^node:/];

export default defineConfig(({ mode }): UserConfig => {
  const input = inputs[mode];
  if (!input) throw new Error(`vite.main.config.ts has no mode '${mode}'`);
  const preload = mode !== 'main';
  return {
    envDir: false, // a .env file beside the sources must not find its way into the app
    publicDir: false,
    // Bundled CommonJS packages still name their own file; an ES module has no such variables.
    define: preload ? {} : { __filename: 'import.meta.filename', __dirname: 'import.meta.dirname' },
    ssr: { noExternal: true, target: 'node' },
    resolve: {
      conditions: ['node', 'module', 'import', 'default'],
      mainFields: ['module', 'main'],
    },
    build: {
      ssr: true,
      target: preload ? 'chrome130' : 'node20.18',
      outDir: preload ? 'out/preload' : 'out/main',
      emptyOutDir: !preload, // the preloads share a folder
      sourcemap: true,
      minify: false,
      reportCompressedSize: false,
      rollupOptions: {
        input,
        external: preload ? givenByElectron : [...givenByElectron, ...givenByNode],
        output: preload
          ? { format: 'cjs', entryFileNames: '[name].cjs' }
          : { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
      },
    },
  };
});
