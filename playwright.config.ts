import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  // Those need packages that only their own scripts fetch.
  testIgnore: process.env.COUNTERSIGN_OTHERS === '1' ? [] : ['**/peers/**', '**/conformance/**'],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Two apps side by side on two cores; more would only make each other late.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list']],
  outputDir: 'test-results/e2e',
});
