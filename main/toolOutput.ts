/**
 * Does the structured part of a result fit the schema that its tool promised? The deed is done by then, so what does
 * not fit is shown with a remark and never thrown away. The schema is a server's: it is interpreted, not compiled.
 */
import type { JsonSchemaType } from '@modelcontextprotocol/client';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import type { CallResult } from '../core/call.ts';
import { messageOf } from '../core/json.ts';

export function outputRemark(schema: object | undefined, result: CallResult): string | undefined {
  if (schema === undefined || result.isError) return undefined;
  if (result.structured === undefined) return 'The tool promised a structured result and returned none.';
  try {
    const checked = new CfWorkerJsonSchemaValidator()
      // `as`: whatever the server listed; what cannot be read throws.
      .getValidator(schema as JsonSchemaType)(result.structured);
    return checked.valid
      ? undefined
      : `The result does not fit what the tool promised: ${checked.errorMessage}`;
  } catch (error) {
    return `The result was not checked, since what the tool promises cannot be read: ${messageOf(error)}`;
  }
}
