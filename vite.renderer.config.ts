import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';

// The pages, one build each (`--mode question`, `workbench`, `model`). They share sources but no output: the protocol
// of each window serves its own folder and nothing beside it.

const pages: Record<string, { root: string; outDir: string }> = {
  question: { root: 'renderer/question', outDir: '../../out/renderer/question' },
  workbench: { root: 'renderer/workbench', outDir: '../../out/renderer/workbench' },
  model: { root: 'model', outDir: '../out/model' },
};

export default defineConfig(({ mode }): UserConfig => {
  const page = pages[mode];
  if (page === undefined) throw new Error(`vite.renderer.config.ts has no page '${mode}'`);
  return {
    root: page.root,
    base: './',
    envDir: false,
    publicDir: false,
    plugins: [react()],
    build: {
      target: 'chrome130',
      outDir: page.outDir,
      emptyOutDir: true,
      sourcemap: true,
      assetsInlineLimit: 0, // the pages' content security policy allows no data: addresses
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1_000, // kB; the pages come from the disk
      reportCompressedSize: false,
    },
  };
});
