/** The app's own questions (a permission, an approval, other rules, a collector): asked, and both ends of it recorded. */
import type { AuditEvent } from '../core/audit.ts';
import { askedEvent, endedEvent } from '../core/audit.ts';
import type { Ending } from '../core/question.ts';
import type { Asked, Questions } from './questions.ts';

export type AskOnRecordDeps = {
  questions: Questions;
  record: (event: AuditEvent) => Promise<void>;
  seal: (text: string) => string;
};

/** Rejects when it cannot be recorded; then the question is over, and nothing was answered. */
export async function askOnRecord(
  { questions, record, seal }: AskOnRecordDeps,
  asked: Asked,
): Promise<Ending> {
  const { question, ending } = questions.ask(asked);
  try {
    await record(askedEvent(question, question.deadline.wall));
    const ended = await ending;
    await record(endedEvent(question.questionId, asked.wantsKey ? withoutContent(ended) : ended, seal));
    return ended;
  } catch (error) {
    questions.settle(question.questionId, { kind: 'cancelled', by: 'button' });
    throw error;
  }
}

/** Of a key not even a digest. */
const withoutContent = (ended: Ending): Ending =>
  ended.kind === 'accepted' ? { ...ended, content: undefined } : ended;
