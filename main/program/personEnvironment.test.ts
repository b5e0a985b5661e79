import { expect, it } from 'vitest';
import { personEnvironment } from './personEnvironment.ts';

const own = { PATH: '/usr/bin', HOME: '/home/a', A: 'own' };
const read = (
  ask: () => Promise<Record<string, string | undefined>>,
  platform: NodeJS.Platform = 'linux',
) => {
  const told: string[] = [];
  return personEnvironment({ own, platform, ask, limitMs: 20, tell: (text) => told.push(text) }).then(
    (env) => ({ env, told }),
  );
};

it('E101: the PATH of the login shell comes first, then the app’s own, then the usual places', async () => {
  const { env, told } = await read(async () => ({ PATH: '/home/a/.nvm/bin:/usr/bin', A: 'shell', B: '1' }));
  expect(env.PATH?.split(':').slice(0, 3)).toEqual(['/home/a/.nvm/bin', '/usr/bin', '/usr/local/bin']);
  expect(env).toMatchObject({ A: 'shell', B: '1', HOME: '/home/a' });
  expect(told).toEqual([]);
});

it.each<[string, () => Promise<Record<string, string>>, RegExp]>([
  ['never answers', () => new Promise(() => {}), /did not answer within 0.02 s/],
  ['fails', () => Promise.reject(new Error('no shell')), /could not be asked for its PATH: no shell/],
])('a login shell that %s is told, and the app’s own PATH is used', async (_name, ask, text) => {
  const { env, told } = await read(ask);
  expect(env.PATH?.startsWith('/usr/bin:')).toBe(true);
  expect(told).toEqual([expect.stringMatching(text)]);
});

it('on Windows no shell is asked', async () => {
  const { env } = await read(() => Promise.reject(new Error('asked')), 'win32');
  expect(env).toEqual(own);
});
