/** A schema for each channel's input, tied to the contract by type. Main parses every input through these. */
import { z } from 'zod';
import type { FieldId } from '../core/field.ts';
import type { Channels, WindowKind } from './ipc.ts';
import { importHosts } from './servers.ts';

const id = z.string().min(1).max(200);
const fieldId = z.custom<FieldId>((value) => typeof value === 'string' && /^f\d{1,4}$/.test(value));
const text = z.string().max(1_000_000);
const entry = z.tuple([fieldId, z.union([text, z.boolean(), z.array(text).max(10_000)])]);
const entries = z.array(entry).max(1_000);
const part = z.string().max(1_000);
const nothing = z.null();
const named = (key: 'serverId' | 'callId' | 'questionId' | 'noticeId' | 'key' | 'conversationId') =>
  z.strictObject({ [key]: id });

type Schemas = {
  [W in WindowKind]: { [C in keyof Channels[W]]: z.ZodType };
};

export const schemas = {
  question: {
    answerInput: z.strictObject({
      questionId: id,
      action: z.enum(['accept', 'decline', 'cancel', 'later']),
      content: entries.optional(),
      also: z.enum(['stop call', 'mute server']).optional(),
      by: z.enum(['button', 'escape']).optional(),
    }),
    drawn: z.strictObject({ questionId: id, height: z.number().min(0).max(100_000) }),
    painted: named('questionId'),
    seen: z.strictObject({ questionId: id, unseen: z.array(z.enum(['message', 'fields', 'folds'])).max(3) }),
  },
  workbench: {
    getView: nothing,
    startCall: z.strictObject({
      serverId: id,
      method: z.enum(['tools/call', 'prompts/get', 'resources/read']),
      tool: z.string().max(8_000),
      arguments: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('fields'), content: entries }),
        z.strictObject({ kind: z.literal('json'), text: z.string().max(1_000_000) }),
      ]),
    }),
    cancelCall: named('callId'),
    retryCall: named('callId'),
    bringBack: named('questionId'),
    startServer: named('serverId'),
    stopServer: named('serverId'),
    readActivity: z.strictObject({
      reader: id.nullable(),
      filter: z.strictObject({ server: part, tool: part, outcome: part, text: part }),
    }),
    revokeApproval: named('key'),
    newConversation: nothing,
    readConversation: named('conversationId'),
    say: z.strictObject({ conversationId: id, text }),
    sayInstead: z.strictObject({ conversationId: id, messageId: id, text }),
    goOnWithTurn: named('conversationId'),
    stopTurn: named('conversationId'),
    renameConversation: z.strictObject({ conversationId: id, title: part }),
    deleteConversation: named('conversationId'),
    searchConversations: z.strictObject({ text: part }),
    exportConversation: named('conversationId'),
    openLink: z.strictObject({ url: z.string().max(10_000) }),
    chooseProvider: z.strictObject({
      kind: z.enum(['anthropic', 'openai', 'google', 'compatible']),
      model: part,
      address: part,
    }),
    findLocalProviders: nothing,
    forgetProvider: nothing,
    addServer: z.strictObject({ kind: z.enum(['program', 'remote', 'files']) }),
    editServer: named('serverId'),
    switchServer: z.strictObject({ serverId: id, on: z.boolean() }),
    removeServer: named('serverId'),
    moveServer: z.strictObject({ serverId: id, to: z.int().min(0).max(10_000) }),
    restartServer: named('serverId'),
    signOut: named('serverId'),
    findImports: nothing,
    readImport: z.strictObject({ from: z.enum(['file', 'clipboard', ...importHosts]) }),
    importServers: z.strictObject({
      importId: id,
      chosen: z.array(z.strictObject({ key: part, name: part })).max(1_000),
    }),
    showServersFile: nothing,
    revokeServer: named('serverId'),
    showPolicyFile: nothing,
    changeTraits: named('serverId'),
    changeRoots: named('serverId'),
    unmuteServer: named('serverId'),
    resetSample: nothing,
    dismissNotice: named('noticeId'),
    showAuditFile: nothing,
    showLogFile: nothing,
  },
} satisfies Schemas;
