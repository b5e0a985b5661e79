import { expect, it } from 'vitest';
import { parseServerConfig } from '../core/serverConfig.ts';
import { isSampleAsWritten, sampleServerId } from './sample.ts';

const folder = '/home/ada/sample';
const own = { type: 'bundled', server: 'files', directories: [folder] };

it.each<[string, string, object, boolean]>([
  ['as the app wrote it', sampleServerId, own, true],
  ['with another folder', sampleServerId, { ...own, directories: ['/home/ada'] }, false],
  ['with a folder more', sampleServerId, { ...own, directories: [folder, '/home/ada'] }, false],
  ['with another revision first', sampleServerId, { ...own, protocol: 'newer first' }, false],
  ['with other limits', sampleServerId, { ...own, questionLimitSeconds: 3_600 }, false],
  ['under another name', 'other', own, false],
  ['as a program', sampleServerId, { command: 'node' }, false],
])('the sample needs no permission only %s', (_name, serverId, entry, expected) => {
  const config = parseServerConfig(serverId, entry);
  if ('error' in config) throw new Error(config.error);
  expect(isSampleAsWritten(config, folder)).toBe(expected);
});
