/**
 * delete_file: look, ask a person, and delete what was shown. Every way out but a valid answer to that very question
 * deletes nothing, and each is recorded. Between the question and its answer the call either waits (revisions of 2025),
 * or ends and is made again (2026-07-28).
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ServerContext } from '@modelcontextprotocol/server';
import { type Answer, type Confirmation, isSameName } from './answer.ts';
import { type Ask, withdrawal } from './ask.ts';
import { asideName, endedEntry, intentEntry } from './auditEntry.ts';
import type { AuditLog } from './auditLog.ts';
import type { Directories } from './clientRoots.ts';
import { carryOut } from './deed.ts';
import type { DeedFiles } from './deedFiles.ts';
import { type Ending, endingText } from './ending.ts';
import type { Hold } from './holdDirectory.ts';
import { lookAtFile, type Sighting } from './look.ts';
import { osErrorText } from './osError.ts';
import { isInsideAny } from './pathRules.ts';
import { questionAbout } from './question.ts';
import type { AskedBefore, Pending, Rounds } from './rounds.ts';
import type { Told } from './told.ts';
import { printable } from './wording.ts';

export type DeleteTools = {
  canAsk: (context: ServerContext) => boolean;
  directories: (context: ServerContext) => Promise<Directories | Pending>;
  /** How the question is put: waiting for its answer, or in rounds. */
  asking: { kind: 'waits'; ask: Ask } | { kind: 'rounds'; rounds: Rounds; limitMs: number };
  check: (result: unknown) => Answer;
  files: DeedFiles;
  hold: Hold;
  audit: AuditLog;
  now: () => number;
};

/** What is known of a call by the time it ends. */
type Course = { id: string; given: string; sighting?: Sighting; reason?: string };

export async function deleteFile(
  given: string,
  context: ServerContext,
  tools: DeleteTools,
): Promise<Told | Pending> {
  const course: Course = { id: randomUUID(), given };
  const ending = await run(course, context, tools);
  return ending.kind === 'pending' ? ending : tell(course, ending, tools);
}

async function run(course: Course, context: ServerContext, tools: DeleteTools): Promise<Ending | Pending> {
  if (!tools.canAsk(context)) return { kind: 'cannot ask' };
  const { asking } = tools;
  const before = asking.kind === 'rounds' ? asking.rounds.askedBefore(context) : undefined;
  if (asking.kind === 'rounds' && before !== undefined)
    return comeBack(course, before, context, tools, asking);

  const directories = await tools.directories(context);
  if ('kind' in directories) return directories;
  if (!directories.ok) return { kind: 'refused', why: directories.why };
  const looked = await lookAtFile(course.given, directories.directories);
  if (!looked.ok) return { kind: 'refused', why: looked.why };
  const { sighting } = looked;
  course.sighting = sighting;

  const question = questionAbout(sighting, directories.directories, path);
  if (asking.kind === 'rounds')
    return asking.rounds.ask(context, { id: course.id, askedAt: tools.now(), sighting }, question);
  const asked = await asking.ask(context, question);
  return asked.kind === 'answered' ? answered(course, sighting, asked.result, context, tools) : asked;
}

/** The call that brings the answer: to that question, about that file, in time, and once. */
async function comeBack(
  course: Course,
  before: AskedBefore,
  context: ServerContext,
  tools: DeleteTools,
  { rounds, limitMs }: Extract<DeleteTools['asking'], { kind: 'rounds' }>,
): Promise<Ending> {
  if (before.sighting.given !== course.given)
    return { kind: 'refused', why: `The answer is about another file than ${printable(course.given)}` };
  if (!rounds.spend(before)) return { kind: 'refused', why: 'This answer was used before' };
  course.id = before.id;
  course.sighting = before.sighting;
  if (tools.now() - before.askedAt >= limitMs) return { kind: 'no answer', limitMs };
  return answered(course, before.sighting, rounds.answer(context), context, tools);
}

async function answered(
  course: Course,
  sighting: Sighting,
  result: unknown,
  context: ServerContext,
  tools: DeleteTools,
): Promise<Ending> {
  const answer = tools.check(result);
  if (answer.kind !== 'accepted') return answer;
  course.reason = answer.confirmation.reason;
  return conclude(course, sighting, answer.confirmation, context, tools);
}

/** After a valid answer: the names, the roots and the call once more, then the deed. */
async function conclude(
  course: Course,
  sighting: Sighting,
  { confirmName, keepBackup, reason }: Confirmation,
  context: ServerContext,
  tools: DeleteTools,
): Promise<Ending> {
  if (!isSameName(confirmName, sighting.given)) return { kind: 'wrong name', typed: confirmName };
  const now = await tools.directories(context);
  if ('kind' in now) return { kind: 'refused', why: 'The client did not tell its roots' };
  if (!now.ok) return { kind: 'refused', why: now.why };
  if (!isInsideAny(now.directories, sighting.path, path)) {
    return { kind: 'refused', why: `${sighting.given} is no longer inside the allowed directories` };
  }
  const over = withdrawal(context.mcpReq.signal);
  if (over !== undefined) return over;

  // From here on in one turn: nothing else of this process runs until it is done.
  const recordIntent = (): void => {
    const about = { ...course, sighting, reason, time: timeOf(tools) };
    tools.audit.append(intentEntry(about, process.pid, keepBackup));
  };
  return carryOut(sighting, { aside: asideName(course.id), keepBackup }, { ...tools, recordIntent });
}

function tell(course: Course, ending: Ending, tools: DeleteTools): Told {
  const told = withPath(ending, course.given);
  const text = endingText(printable(course.given), told);
  const isError = ending.kind !== 'deleted';
  try {
    tools.audit.append(endedEntry({ ...course, time: timeOf(tools) }, told));
    return { text, isError };
  } catch (error) {
    return {
      text: `${text} (not recorded: the audit log cannot be written: ${osErrorText(error)})`,
      isError,
    };
  }
}

/** A backup is told as its file was: "docs/notes.txt.bak" for "docs/notes.txt". */
function withPath(ending: Ending, given: string): Ending {
  if (ending.kind !== 'deleted' || ending.backup === undefined) return ending;
  const before = given.slice(0, given.length - path.basename(given).length);
  return { ...ending, backup: printable(before + ending.backup) };
}

const timeOf = ({ now }: DeleteTools): string => new Date(now()).toISOString();
