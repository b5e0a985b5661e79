// A server that asks. Its tool learns whom a letter would reach, asks the person, and sends it only on a yes.
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const readers = { team: 40, customers: 1200 }; // what only this server knows
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
const notSent = (why) => say(`Not sent: ${why}`, true);

async function sendLetter({ list }, { mcpReq: { signal } }) {
  const count = readers[list];
  if (!server.server.getClientCapabilities()?.elicitation?.form) return notSent('this client cannot ask');
  try {
    const answer = await server.server.elicitInput(question(count), { timeout: 120_000, signal });
    if (answer.action === 'decline') return notSent('the person said no');
    if (answer.action !== 'accept' || !answer.content) return notSent('the person gave no answer');
    if (readers[list] !== count) return notSent('the list changed while the person was asked');
    const { subject, when, copy } = answer.content;
    return say(`“${subject}” goes to ${count} people, ${when}${copy ? ', with a copy to you' : ''}`);
  } catch (error) {
    return notSent(`no valid answer (${error.message})`); // not in time, not what the form asks for, or the call is over
  }
}

const inputSchema = z.object({ list: z.enum(['team', 'customers']) });
server.registerTool('send_letter', { description: 'Sends a letter, after asking', inputSchema }, sendLetter);
await server.connect(new StdioServerTransport());
