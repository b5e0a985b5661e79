import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    include: ['{contract,core,main,preload,renderer,servers,scripts}/**/*.test.{ts,tsx,mjs}'],
    testTimeout: 15_000,
    // A leaked rejection is a defect of its own, whatever the tests say.
    dangerouslyIgnoreUnhandledErrors: false,
  },
});
