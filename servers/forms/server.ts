/**
 * A server that asks every kind of question and does nothing else, on the older generation of the SDK: for trying a
 * host out, this one or another. Each tool takes no arguments and returns what came back, as JSON.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  McpError,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { type Behaviour, behaviours, type Call, ListedPages } from './behaviours.ts';
import { hostile, type Kind, odd, valid } from './questions.ts';

const asks = ({ name, about, question }: Kind, group: string): Behaviour => ({
  name,
  about: `${group}: ${about}`,
  run: ({ ask }) => ask(question),
});

export const tools: Behaviour[] = [
  ...valid.map((kind) => asks(kind, 'valid')),
  ...odd.map((kind) => asks(kind, 'odd')),
  ...hostile.map((kind) => asks(kind, 'hostile')),
  ...behaviours.map((behaviour) => ({ ...behaviour, about: `behaviour: ${behaviour.about}` })),
];

/** A person may take as long as they like; the host has a limit of its own. */
const patienceMs = 24 * 60 * 60 * 1_000;

export function createFormsServer(): Server {
  const server = new Server({ name: 'countersign-forms', version: '0.1.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, about }) => ({
      name,
      description: about,
      inputSchema: { type: 'object' as const, properties: {} },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw new McpError(-32602, `There is no tool “${params.name}”`);
    try {
      const result = await tool.run(callOn(server, signal));
      return { content: [{ type: 'text', text: JSON.stringify(result) }] };
    } catch (error) {
      if (error instanceof ListedPages) throw new UrlElicitationRequiredError(error.pages as never);
      const text = error instanceof Error ? error.message : String(error);
      return { content: [{ type: 'text', text }], isError: true };
    }
  });
  return server;
}

/** Raw requests: what is asked is not checked here, and what comes back neither. */
function callOn(server: Server, signal: AbortSignal): Call {
  const request = (method: string, params: Record<string, unknown>, own = signal) =>
    server.request({ method, params } as never, z.unknown() as never, { timeout: patienceMs, signal: own });
  return {
    ask: (params, own) => request('elicitation/create', params, own),
    request,
    notify: (method, params) => server.notification({ method, params } as never),
    signal,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}
