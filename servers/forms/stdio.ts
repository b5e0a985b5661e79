/** Entry in a terminal, or as any MCP client's child process. Only the protocol goes to standard output. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createFormsServer } from './server.ts';

await createFormsServer().connect(new StdioServerTransport());
