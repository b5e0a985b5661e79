// A server that asks. Its tool learns what it is about to do, asks the person, and does it only on a yes.
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const server = new McpServer({ name: 'mailing', version: '1.0.0' });

const question = (count) => ({
  message: `Send this letter to ${count} people?`,
  requestedSchema: {
    type: 'object',
    properties: {
      subject: { type: 'string', title: 'Subject', minLength: 3, maxLength: 80 },
      when: { type: 'string', title: 'When', enum: ['now', 'tonight', 'tomorrow'], default: 'tonight' },
      copy: { type: 'boolean', title: 'Send me a copy', default: true },
    },
    required: ['subject', 'when'],
  },
});

const say = (text, isError = false) => ({ content: [{ type: 'text', text }], isError });

server.registerTool(
  'send_letter',
  { description: 'Sends a letter to a list, after asking', inputSchema: z.object({ list: z.string() }) },
  async ({ list }) => {
    const count = list.length * 10; // what a real server would look up
    if (!server.server.getClientCapabilities()?.elicitation)
      return say('This needs a client that can ask', true);
    try {
      const answer = await server.server.elicitInput(question(count), { timeout: 120_000 });
      if (answer.action !== 'accept') return say(`Not sent: ${answer.action}`, true);
      const { subject, when, copy } = answer.content;
      return say(`“${subject}” goes to ${count} people, ${when}${copy ? ', with a copy to you' : ''}`);
    } catch (error) {
      return say(`Not sent: no valid answer (${error.message})`, true);
    }
  },
);

await server.connect(new StdioServerTransport());
