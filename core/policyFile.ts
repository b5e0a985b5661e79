/** `policy.json`, and the one of the machine: rules that are wholly valid, or a sentence that says what is wrong. */
import { z } from 'zod';
import type { MachinePolicy, Rule } from './policy.ts';

const pattern = z.string().min(1).max(1_000);
const rule = z.strictObject({
  server: pattern,
  tool: pattern,
  effect: z.enum(['allow', 'ask', 'deny']),
  why: z.string().max(2_000).optional(),
});
const rules = z.array(rule).max(10_000);
const own = z.strictObject({ rules });
/** `remember: false`: every call is asked, whatever was approved before. */
const machine = z.strictObject({ rules, remember: z.boolean().default(true) });

export type ParsedPolicy = { rules: Rule[] } | { error: string };

export function parsePolicy(json: unknown): ParsedPolicy {
  const parsed = own.safeParse(json);
  return parsed.success ? { rules: parsed.data.rules } : { error: firstIssue(parsed.error) };
}

export function parseMachinePolicy(json: unknown): MachinePolicy | 'unreadable' {
  const parsed = machine.safeParse(json);
  return parsed.success ? { rules: parsed.data.rules, remembering: parsed.data.remember } : 'unreadable';
}

const firstIssue = (error: z.ZodError): string => {
  const [issue] = error.issues;
  return issue === undefined
    ? 'it cannot be read'
    : `${issue.path.join('.') || 'the file'}: ${issue.message}`;
};

/** One rule on one line, as the dialogs and the record have it. */
export const ruleText = ({ server, tool, effect, why }: Rule): string =>
  `${effect} “${tool}” on “${server}”${why === undefined ? '' : ` (${why})`}`;
