/**
 * Lines of the record as OpenTelemetry logs (OTLP 1, JSON), for a collector that the person named. Each is sent whole,
 * with its signature and the digest of the line before, so that what arrived can be checked against the record.
 */
import { z } from 'zod';
import { isObject } from './json.ts';
import { isAllowedAddress } from './url.ts';

const text = z.string().max(32_768);
const schema = z.strictObject({
  /** Where logs are posted, with the whole path: `https://collector.example/v1/logs`. */
  url: text.refine(isAllowedAddress, 'must be https, or http on this computer (127.0.0.1, ::1, localhost)'),
  headers: z.record(z.string(), text).default({}),
});

export type Forwarding = z.infer<typeof schema>;

/** `forwarding.json`: wholly valid, or what is wrong with it. */
export function parseForwarding(json: unknown): Forwarding | { error: string } {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return { error: `${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'cannot be read'}` };
}

/** One line and its number. */
export type NumberedLine = { seq: number; line: string };

export function numbered(line: string): NumberedLine | undefined {
  try {
    const json: unknown = JSON.parse(line);
    return isObject(json) && typeof json.seq === 'number' ? { seq: json.seq, line } : undefined;
  } catch {
    return undefined;
  }
}

/** The body of one request. A collector that gets a line twice tells it by `countersign.seq`. */
export const logsRequest = (lines: readonly NumberedLine[], version: string) => ({
  resourceLogs: [
    {
      resource: {
        attributes: [attribute('service.name', 'countersign'), attribute('service.version', version)],
      },
      scopeLogs: [{ scope: { name: 'countersign.audit' }, logRecords: lines.map(logRecord) }],
    },
  ],
});

function logRecord({ seq, line }: NumberedLine) {
  const { time, event } = JSON.parse(line) as { time?: unknown; event?: unknown };
  return {
    timeUnixNano: nanoseconds(String(time)),
    severityNumber: 9,
    severityText: 'INFO',
    body: { stringValue: line },
    attributes: [attribute('countersign.seq', seq), attribute('countersign.event', String(event))],
  };
}

/** Numbers of 64 bits are texts in this form of OTLP. */
const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
});

/** "0" stands for a time that is not known. */
const nanoseconds = (time: string): string =>
  Number.isNaN(Date.parse(time)) ? '0' : `${Date.parse(time)}000000`;

const replySchema = z.looseObject({
  partialSuccess: z
    .looseObject({
      rejectedLogRecords: z.union([z.string(), z.number()]).optional(),
      errorMessage: z.string().optional(),
    })
    .optional(),
});

/** What a collector that took the request says it did not keep; empty where it kept all. */
export function refusedPart(reply: string): string {
  const parsed = replySchema.safeParse(jsonOf(reply));
  const part = parsed.success ? parsed.data.partialSuccess : undefined;
  const count = Number(part?.rejectedLogRecords ?? 0);
  return count > 0 ? `${count} lines were refused: ${part?.errorMessage ?? 'no reason was given'}` : '';
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
