/** How a connection starts, fails, ends and is started again, on a clock that the test moves. */
import { InMemoryTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { connected, stopAll } from './testing/connected.ts';
import { fakeClock } from './testing/fakes.ts';
import { ScriptedServer } from './testing/scriptedServer.ts';

afterEach(stopAll);

const turns = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
};

describe('a server that ended by itself', () => {
  it('is started again after a pause, and its calls are not run again', async () => {
    const clock = fakeClock();
    const bench = await connected({ clock });
    const call = bench.call();
    await bench.server.nextCall();
    await bench.server.die();
    await turns(() => bench.connection.state.state === 'pausing');
    expect(bench.connection.state).toMatchObject({ startsAgainAt: clock.now().wall + 1_000 });
    expect(call.state).toMatchObject({
      state: 'cancelled',
      why: expect.stringContaining('The server stopped'),
    });
    clock.pass(999);
    expect(bench.connection.state.state).toBe('pausing');
    clock.pass(1);
    await turns(() => bench.connection.state.state === 'ready');
    expect(bench.servers).toHaveLength(2);
    expect(bench.servers[1]?.calls).toEqual([]);
    expect(bench.connection.lastError).toMatchObject({ text: expect.stringContaining('The server stopped') });
  });

  it('is given up when it keeps ending, and says how often', async () => {
    const clock = fakeClock();
    const bench = await connected({ clock });
    const pauses: number[] = [];
    for (let i = 0; i < 7; i++) {
      await turns(() => bench.connection.state.state === 'ready');
      await bench.servers.at(-1)?.die();
      await turns(() => bench.connection.state.state !== 'ready');
      const { state } = bench.connection;
      if (state.state !== 'pausing') break;
      pauses.push(state.startsAgainAt - clock.now().wall);
      clock.pass(state.startsAgainAt - clock.now().wall);
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000]);
    expect(bench.connection.state).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/^It ended 7 times in a row and is not started again\./),
    });
  });

  it('begins anew with its pauses when it ran well in between', async () => {
    const clock = fakeClock();
    const bench = await connected({ clock });
    await bench.server.die();
    await turns(() => bench.connection.state.state === 'pausing');
    clock.pass(1_000);
    await turns(() => bench.connection.state.state === 'ready');
    clock.pass(60_000);
    await bench.servers[1]?.die();
    await turns(() => bench.connection.state.state === 'pausing');
    expect(bench.connection.state).toMatchObject({ startsAgainAt: clock.now().wall + 1_000 });
  });

  it('stays muted when it is started again, and not when the person starts it', async () => {
    const clock = fakeClock();
    const bench = await connected({ clock });
    bench.connection.mute(true);
    await bench.server.die();
    await turns(() => bench.connection.state.state === 'pausing');
    clock.pass(1_000);
    await turns(() => bench.connection.state.state === 'ready');
    expect(bench.connection.muted).toBe(true);
    await bench.connection.stop('test');
    await bench.connection.start();
    expect(bench.connection.muted).toBe(false);
  });

  it('is not started again after the person stopped it', async () => {
    const clock = fakeClock();
    const bench = await connected({ clock });
    await bench.server.die();
    await turns(() => bench.connection.state.state === 'pausing');
    await bench.connection.stop('stopped by the person');
    clock.pass(120_000);
    expect(bench.connection.state.state).toBe('stopped');
    expect(bench.servers).toHaveLength(1);
  });

  it('that fails while it is started again is paused longer', async () => {
    const clock = fakeClock();
    const servers: ScriptedServer[] = [];
    const open = async () => {
      if (servers.length > 0) throw new Error('gone');
      const [near, far] = InMemoryTransport.createLinkedPair();
      const server = new ScriptedServer(far);
      servers.push(server);
      await server.start();
      return { transport: near, log: () => [], note: () => {}, close: () => near.close() };
    };
    const bench = await connected({ clock, open });
    await servers[0]?.die();
    await turns(() => bench.connection.state.state === 'pausing');
    clock.pass(1_000);
    await turns(() => bench.connection.state.state === 'pausing');
    expect(bench.connection.state).toMatchObject({
      message: 'gone',
      startsAgainAt: clock.now().wall + 2_000,
    });
  });
});
