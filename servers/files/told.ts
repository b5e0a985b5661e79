/** What a tool's caller gets: one text, and whether it says that the thing was not done. */
import type { CallToolResult } from '@modelcontextprotocol/server';

export type Told = { text: string; isError: boolean };

export const success = (text: string): Told => ({ text, isError: false });
export const failure = (text: string): Told => ({ text, isError: true });

export function toolResult({ text, isError }: Told): CallToolResult {
  return { content: [{ type: 'text', text }], ...(isError && { isError }) };
}
