import { provideBuild } from './setup/build.mjs';
import { hasDisplay } from './setup/display.mjs';
import { provideElectron } from './setup/electron.mjs';
import { provideLibraries } from './setup/libraries.mjs';
import { providePackages } from './setup/packages.mjs';

/**
 * Brings a checkout to where the app can be started, from whatever state it is in, and does nothing twice: packages,
 * an Electron, the system libraries that it needs, the build. Tests on Linux always get a virtual display.
 */
export async function setUp({ forTests = false, retryElectron = false } = {}) {
  await providePackages();
  const electron = await provideElectron({ retry: retryElectron });
  await provideLibraries(electron.executable, { virtualDisplay: forTests || !hasDisplay() });
  await provideBuild();
  return { electron };
}
