/** A conversation to a file of the person's choice: to be read (Markdown), or whole (JSON). */
import type { BrowserWindow, SaveDialogReturnValue } from 'electron';
import writeFileAtomic from 'write-file-atomic';
import { asMarkdown, type Conversation } from '../core/conversation.ts';

/** Asks where to; resolves with what the person is told. Rejects with the system's error. */
export async function exportConversation(
  dialog: { showSaveDialog(parent: BrowserWindow, options: object): Promise<SaveDialogReturnValue> },
  workbench: BrowserWindow,
  conversation: Conversation,
): Promise<string> {
  const { filePath } = await dialog.showSaveDialog(workbench, {
    title: 'Export the conversation',
    defaultPath: 'conversation.md',
    filters: [
      { name: 'Text (Markdown)', extensions: ['md'] },
      { name: 'Whole (JSON)', extensions: ['json'] },
    ],
  });
  if (filePath === '') return 'The conversation was not exported.';
  const text = filePath.endsWith('.json')
    ? `${JSON.stringify(conversation, undefined, 2)}\n`
    : asMarkdown(conversation);
  await writeFileAtomic(filePath, text, { mode: 0o600 });
  return `The conversation was exported to ${filePath}.`;
}
