import type { OpenQuestionView } from '../../contract/view.ts';
import type { Call } from './App.tsx';

/** That something is asked, never what: the questions have their own window. */
export const OpenQuestions = ({ questions, call }: { questions: readonly OpenQuestionView[]; call: Call }) =>
  questions.length === 0 ? null : (
    <section className="questions" aria-label="Open questions">
      <h2>Waiting for you</h2>
      <ul>
        {questions.map((question) => (
          <li key={question.questionId} data-question-state={question.state}>
            <span>
              <bdi>“{question.serverId}”</bdi> {about(question)} · {stateText[question.state]} · until{' '}
              {question.until.text}
            </span>
            {question.state !== 'shown' && (
              <button
                type="button"
                onClick={() => void call('bringBack', { questionId: question.questionId })}
              >
                Bring it back
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );

function about({ about, tools }: OpenQuestionView): string {
  switch (about) {
    case 'a question':
      return `asks about ${tools.join(', ')}`;
    case 'an approval':
      return `gets a call of ${tools.join(', ')} only if you send it`;
    case 'a permission':
      return 'asks for your permission';
    case 'the rules':
      return 'has rules that wait for you';
    case 'where the record is sent':
      return 'says where the record is sent, which waits for you';
    case 'what it may do':
      return 'has tools of which you are asked what they may do';
    case 'your folders':
      return 'wants to know of your folders';
    case 'your model':
      return 'would be reached, which waits for you';
    case 'a link':
      return 'has an address that would be opened';
    default:
      return about satisfies never;
  }
}

const stateText: Record<OpenQuestionView['state'], string> = {
  waiting: 'waiting',
  shown: 'on screen',
  'set aside': 'set aside',
};
