// A client of the first SDK that waits longer than any server of ours does, and whose person is away.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

/**
 * Calls a tool, leaves each question open until the call has ended, and then sends `answer` to it all the same, which
 * is too late. Resolves with the call's result, how often it asked, how long it took, and what the server complained of.
 */
export async function callUnanswered({ command, args }, call, answer) {
  const client = new Client({ name: 'patient', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  const transport = new StdioClientTransport({ command, args, stderr: 'pipe' });
  const asked = [];
  let complaints = '';
  transport.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  client.setRequestHandler(ElicitRequestSchema, (_request, { requestId }) => {
    asked.push(requestId);
    return new Promise(() => undefined);
  });
  await client.connect(transport);
  try {
    const started = Date.now();
    const result = await client.callTool(call, undefined, { timeout: 180_000 });
    const seconds = Math.round((Date.now() - started) / 1000);
    // By the transport: the SDK sends no answer to a question that was withdrawn.
    for (const id of asked) await transport.send({ jsonrpc: '2.0', id, result: answer });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return { result, asked: asked.length, seconds, complaints };
  } finally {
    await client.close();
  }
}
