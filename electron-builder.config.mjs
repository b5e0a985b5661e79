// What electron-builder packs, and how. `npm run package` names the Electron to pack; without it the official one is.
import fs from 'node:fs';
import path from 'node:path';

const electron = JSON.parse(process.env.COUNTERSIGN_ELECTRON ?? 'null');
/** A package on the development runtime must not be taken for a release. */
const forRelease = electron === null || Number.parseInt(electron.version, 10) >= 45;
const mark = forRelease ? '' : '-not-for-release';

export default {
  appId: 'org.countersign.desktop',
  productName: 'Countersign',
  copyright: 'Apache License 2.0',
  directories: { output: 'dist', buildResources: 'build' },
  ...(electron && { electronDist: electron.folder, electronVersion: electron.version }),
  npmRebuild: false,
  // Everything is bundled into out/, so no package of npm's goes along.
  files: [
    'out/**',
    'package.json',
    '!**/*.map',
    '!node_modules/**',
    '!out/screenshot.png',
    '!out/demo/**',
    '!out/.*',
  ],
  asar: true,
  artifactName: `countersign-\${version}-\${os}-\${arch}${mark}.\${ext}`,
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  // A folder that stands in for Electron's archive brings the page that plain Electron shows.
  afterPack: ({ appOutDir }) =>
    fs.rmSync(path.join(appOutDir, 'resources', 'default_app.asar'), { force: true }),
  // No address, no updates: a build that is to have them is given one with `--config.publish.url=…`.
  publish: null,
  linux: {
    target: both('deb', 'tar.gz', 'AppImage', 'rpm'),
    executableName: 'countersign',
    icon: 'build/icons',
    category: 'Utility',
    maintainer: 'Countersign <countersign@example.invalid>',
    synopsis: `A host for MCP servers in which only a person answers${forRelease ? '' : ' (not for release)'}`,
    desktop: { entry: { StartupWMClass: 'countersign', Keywords: 'MCP;assistant;approval;' } },
  },
  deb: {
    depends: ['libgtk-3-0 | libgtk-3-0t64', 'libnss3', 'libasound2 | libasound2t64', 'libgbm1', 'xdg-utils'],
    recommends: ['libnotify4'],
    compression: 'gz',
  },
  mac: { target: both('dmg'), icon: 'build/icons/1024x1024.png', category: 'public.app-category.utilities' },
  win: { target: both('nsis'), icon: 'build/icons/256x256.png' },
};

function both(...targets) {
  return targets.map((target) => ({ target, arch: ['x64', 'arm64'] }));
}
