/** The file server as a process that is killed at one step of a deletion: `node … DIRECTORY AUDIT STEP before|after`. */
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { DeedFiles } from '../deedFiles.ts';
import { createFilesServer } from '../server.ts';
import { meddling } from './meddling.ts';

const [directory = '', auditFile = '', step, when] = process.argv.slice(2);
const crash = () => void process.kill(process.pid, 'SIGKILL');
// `as`: the test that starts it names a step.
const files = meddling(step as keyof DeedFiles, when === 'before' ? 'before' : 'after', crash);
await createFilesServer({ directories: [directory], auditFile, files }).connect(new StdioServerTransport());
