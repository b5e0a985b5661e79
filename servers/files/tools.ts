/** The four tools as they are offered. What their annotations claim is true; a host may believe them or not. */
import type {
  CallToolResult,
  InputRequiredResult,
  McpServer,
  ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { type DeleteTools, deleteFile } from './deleteFile.ts';
import { fileInfo } from './fileInfo.ts';
import { listDirectory } from './listDirectory.ts';
import { readTextFile } from './readTextFile.ts';
import { failure, type Told, toolResult } from './told.ts';

const reads = { readOnlyHint: true, openWorldHint: false };
const deletes = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };

const which = 'Absolute, or relative to an allowed directory';
// Strict: an argument that is not there, such as "confirm", is an error and not passed over in silence.
const oneFile = z.strictObject({ filepath: z.string().describe(`${which}.`) });
const oneDirectory = z.strictObject({
  path: z.string().optional().describe(`${which}; left out: the allowed directory, or the list of them.`),
});

export function registerTools(mcp: McpServer, tools: DeleteTools): void {
  const inDirectories = async (
    context: ServerContext,
    read: (allowed: readonly string[]) => Promise<Told>,
  ): Promise<CallToolResult | InputRequiredResult> => {
    const directories = await tools.directories(context);
    if ('kind' in directories) return directories.result;
    return toolResult(directories.ok ? await read(directories.directories) : failure(directories.why));
  };

  mcp.registerTool(
    'list_directory',
    {
      title: 'List a directory',
      description: 'Lists the names in a directory with their kinds and sizes, sorted; at most 1000.',
      inputSchema: oneDirectory,
      annotations: reads,
    },
    ({ path }, context) => inDirectories(context, (allowed) => listDirectory(path, allowed)),
  );
  mcp.registerTool(
    'read_text_file',
    {
      title: 'Read a text file',
      description: 'Returns the whole text of a UTF-8 file of at most 1 MiB.',
      inputSchema: oneFile,
      annotations: reads,
    },
    ({ filepath }, context) => inDirectories(context, (allowed) => readTextFile(filepath, allowed)),
  );
  mcp.registerTool(
    'file_info',
    {
      title: 'File information',
      description: 'Tells the kind, size and times of a file, directory or link. Links are not followed.',
      inputSchema: oneFile,
      annotations: reads,
    },
    ({ filepath }, context) => inDirectories(context, (allowed) => fileInfo(filepath, allowed)),
  );
  mcp.registerTool(
    'delete_file',
    {
      title: 'Delete a file',
      description:
        'Deletes one regular file after the user has confirmed it: the call waits while the user is asked, ' +
        'for at most 2 minutes. The user may decline, or keep a backup.',
      inputSchema: oneFile,
      annotations: deletes,
    },
    async ({ filepath }, context) => {
      const told = await deleteFile(filepath, context, tools);
      return 'kind' in told ? told.result : toolResult(told);
    },
  );
}
