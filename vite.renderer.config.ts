import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';

// The two pages, one build each (`--mode question`, `--mode workbench`). They share sources but no output: the
// protocol of the question window serves its own folder and nothing beside it.

const pages = ['question', 'workbench'];

export default defineConfig(({ mode }): UserConfig => {
  if (!pages.includes(mode)) throw new Error(`vite.renderer.config.ts has no page '${mode}'`);
  return {
    root: `renderer/${mode}`,
    base: './',
    envDir: false,
    publicDir: false,
    plugins: [react()],
    build: {
      target: 'chrome130',
      outDir: `../../out/renderer/${mode}`,
      emptyOutDir: true,
      sourcemap: true,
      assetsInlineLimit: 0, // the pages' content security policy allows no data: addresses
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1_000, // kB; the pages come from the disk
      reportCompressedSize: false,
    },
  };
});
