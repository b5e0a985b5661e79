/**
 * The one road to an accept. Its sender was judged in `ipc.ts`; here the question, the time and the person are
 * (`core/gate.ts`), then the content, then the question is settled, all in one synchronous turn.
 */
import type { AnswerInput, Refused, Result } from '../contract/ipc.ts';
import { type Content, checkAnswer, type Matches } from '../core/answer.ts';
import type { Arming } from '../core/arming.ts';
import { type GateCode, gate, gateMessages } from '../core/gate.ts';
import type { Gestures } from '../core/gesture.ts';
import { keysIn } from '../core/knownKeys.ts';
import { type Ending, isOverdue, type Via } from '../core/question.ts';
import { fieldsOf } from '../core/questionView.ts';
import type { Clock } from './clock.ts';
import type { Question, Questions } from './questions.ts';

/** The window that the answer came from, as main knows it. */
export type AnsweringWindow = {
  readonly questionId: string | undefined;
  readonly arming: Arming;
  readonly gestures: Gestures;
  /** A finished press serves for one accept. */
  spendGesture(): void;
  setAside(): void;
};

export type AnswerInputDeps = {
  questions: Questions;
  clock: Clock;
  matches: Matches;
  decimalSign: '.' | ',';
  /** Asks in a native box whose safe button is the default: was this you? Once for each question. */
  confirmNatively: (question: Question, window: AnsweringWindow) => Promise<boolean>;
  refused: (code: GateCode, questionId: string) => void;
};

export function makeAnswerInput(deps: AnswerInputDeps) {
  const askedNatively = new Set<string>();

  return function answerInput(
    input: AnswerInput,
    window: AnsweringWindow,
  ): Result<null> | Promise<Result<null>> {
    const question = deps.questions.find(input.questionId);
    const passed = gate({
      action: input.action,
      named: input.questionId,
      shown: window.questionId,
      open: question !== undefined,
      deadline: question?.deadline ?? { wall: 0, monotonic: 0 },
      now: deps.clock.now(),
      arming: window.arming,
      gestures: window.gestures,
    });
    if (
      question !== undefined &&
      !passed.ok &&
      passed.code === 'no-gesture' &&
      !askedNatively.has(input.questionId)
    )
      return withoutGesture(input, window, question);
    if (question === undefined || !passed.ok)
      return refuse(passed.ok ? 'not-open' : passed.code, input.questionId);
    if (input.action === 'accept') window.spendGesture();
    return finish(input, window, question, passed.via === 'key' ? 'key' : 'pointer');
  };

  /** Assistive technology presses the button without a key or a pointer; a page script could look the same. */
  async function withoutGesture(
    input: AnswerInput,
    window: AnsweringWindow,
    question: Question,
  ): Promise<Result<null>> {
    askedNatively.add(question.questionId);
    const confirmed = await deps.confirmNatively(question, window);
    if (!confirmed) return refuse('no-gesture', question.questionId);
    const stillOpen = deps.questions.find(question.questionId) !== undefined;
    if (!stillOpen) return refuse('not-open', question.questionId);
    if (isOverdue(question.deadline, deps.clock.now())) return refuse('overdue', question.questionId);
    return finish(input, window, question, 'assistive');
  }

  function finish(input: AnswerInput, window: AnsweringWindow, question: Question, via: Via): Result<null> {
    if (input.action === 'later') {
      window.setAside();
      return done;
    }
    const ending = endingOf(input, question, via, deps);
    if ('problems' in ending) return ending.keys ? looksLikeKey(ending.problems) : invalid(ending.problems);
    return deps.questions.settle(question.questionId, ending)
      ? done
      : refuse('not-open', question.questionId);
  }

  function refuse(code: GateCode, questionId: string): Refused {
    deps.refused(code, questionId);
    return { ok: false, code, message: gateMessages[code] };
  }
}

const done: Result<null> = { ok: true, value: null };

type Problems = { problems: NonNullable<Refused['problems']>; keys?: true };

/** Held back once; the same answer, accepted by another press, is what the person wants. */
function heldBack(question: Question, keys: Problems['problems'], content: Content): Problems['problems'] {
  const answer = JSON.stringify(content);
  if (keys.length === 0 || question.heldBack === answer) return [];
  question.heldBack = answer;
  return keys;
}

const looksLikeKey = (problems: Problems['problems']): Refused => ({
  ok: false,
  code: 'looks-like-key',
  message: 'Nothing was sent: an answer looks like a key. Press again to send it all the same.',
  problems,
});

const invalid = (problems: Problems['problems']): Refused => ({
  ok: false,
  code: 'invalid',
  message:
    problems.length === 1
      ? 'One answer needs your attention.'
      : `${problems.length} answers need your attention.`,
  problems,
});

function endingOf(
  input: AnswerInput,
  question: Question,
  via: Via,
  deps: AnswerInputDeps,
): Ending | Problems {
  switch (input.action) {
    case 'accept': {
      const fields = fieldsOf(question.body);
      const checked = checkAnswer(fields, input.content ?? [], deps.matches, deps.decimalSign);
      if (!checked.ok) return { problems: checked.problems };
      const problems = question.problemsIn?.(checked.content) ?? [];
      if (problems.length > 0) return { problems };
      const found = question.wantsKey ? [] : keysIn(fields, checked.content);
      const keys = heldBack(question, found, checked.content);
      if (keys.length > 0) return { problems: keys, keys: true };
      const answered = question.body.kind === 'url' ? undefined : checked.content;
      return { kind: 'accepted', content: answered, via };
    }
    case 'decline':
      return { kind: 'declined' };
    case 'cancel':
    case 'later':
      return { kind: 'cancelled', by: input.also ?? input.by ?? 'button' };
    default:
      return input.action satisfies never;
  }
}
