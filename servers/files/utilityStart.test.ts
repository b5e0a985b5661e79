import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { describe, expect, it, vi } from 'vitest';
import { PortTransport } from '../portTransport.ts';
import { makeFakePorts } from './testing/fakePort.ts';
import { makeFolder } from './testing/folder.ts';
import { startInUtility } from './utilityStart.ts';

function started(data: unknown, withPort = true) {
  const parent = new EventEmitter();
  const [theirs, ours] = makeFakePorts();
  const exit = vi.fn();
  const say = vi.fn();
  startInUtility(parent, { exit, say });
  parent.emit('message', { data, ports: withPort ? [ours] : [] });
  return { port: theirs, exit, said: () => say.mock.calls.flat().join('\n') };
}

it('serves over the port that came with the message, and exits when it closes', async () => {
  const folder = makeFolder();
  const { port, exit } = started({ directories: [folder.allowed], auditFile: folder.auditFile });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new PortTransport(port));
  const { content } = await client.callTool({ name: 'read_text_file', arguments: { filepath: 'notes.txt' } });
  expect(content).toEqual([{ type: 'text', text: 'the notes' }]);
  expect(exit).not.toHaveBeenCalled();
  await client.close();
  await vi.waitFor(() => expect(exit.mock.calls).toEqual([[0]]));
});

it('has recorded the questions that ended with the connection before it exits', async () => {
  const folder = makeFolder();
  const { port, exit } = started({ directories: [folder.allowed], auditFile: folder.auditFile });
  const recorded: unknown[] = [];
  exit.mockImplementation(() => recorded.push(...folder.audit()));
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  const asked = new Promise<void>((resolve) => {
    client.fallbackRequestHandler = () => {
      resolve();
      return new Promise(() => {});
    };
  });
  await client.connect(new PortTransport(port));
  client.callTool({ name: 'delete_file', arguments: { filepath: 'notes.txt' } }).catch(() => {});
  await asked;
  await client.close();
  await vi.waitFor(() => expect(exit).toHaveBeenCalled());
  expect(recorded).toMatchObject([{ outcome: 'withdrawn' }]);
});

describe('exits with a message', () => {
  it.each([
    undefined,
    {},
    { directories: [], auditFile: '/a' },
    { directories: ['relative'], auditFile: '/a' },
    { directories: ['/t'], auditFile: 'relative' },
    { directories: ['/t'], auditFile: '/a', extra: 1 },
    { directories: '/t', auditFile: '/a' },
  ])('when it is told %j', (data) => {
    const { exit, said } = started(data);
    expect(exit.mock.calls).toEqual([[2]]);
    expect(said()).toContain('wrong start message');
  });

  it('when no port came', () => {
    const { exit, said } = started({ directories: ['/t'], auditFile: '/a' }, false);
    expect([exit.mock.calls, said()]).toEqual([[[2]], expect.stringContaining('no port')]);
  });

  it('when it cannot serve that', async () => {
    const folder = makeFolder();
    const { exit, said } = started({
      directories: [folder.allowed],
      auditFile: join(folder.allowed, 'audit.jsonl'),
    });
    await vi.waitFor(() => expect(exit.mock.calls).toEqual([[1]]));
    expect(said()).toContain('lies inside the allowed directory');
  });
});
