// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AnswerInput, Result } from '../../contract/ipc.ts';
import type { FieldView, QuestionView } from '../../contract/view.ts';
import { QuestionDialog } from './QuestionDialog.tsx';

afterEach(cleanup);

const text = (more: Partial<FieldView> = {}): FieldView => ({
  id: 'f0',
  label: 'Name',
  required: false,
  control: { kind: 'text' },
  ...more,
});

function view(fields: FieldView[], more: Partial<QuestionView> = {}): QuestionView {
  return {
    questionId: 'q1',
    server: { name: 'files', address: 'node x.js', claim: 'Somebody 1.0' },
    calls: ['delete_file'],
    moreWaiting: 0,
    again: false,
    until: { at: Date.now() + 100_000, text: '14:32:05' },
    arming: 'armed',
    body: { kind: 'form', message: 'Delete <b>it</b>?', fields },
    ...more,
  };
}

function show(question: QuestionView, result: Result<null> = { ok: true, value: null }) {
  const answerInput = vi.fn(async (_input: AnswerInput) => result);
  const close = vi.fn();
  const rendered = render(<QuestionDialog view={question} answerInput={answerInput} close={close} />);
  const again = (next: QuestionView) =>
    rendered.rerender(<QuestionDialog view={next} answerInput={answerInput} close={close} />);
  return { answerInput, close, again, user: userEvent.setup() };
}

const accept = () => screen.getByRole('button', { name: 'Accept' });
const sent = (answerInput: { mock: { calls: [AnswerInput][] } }) => answerInput.mock.calls.at(-1)?.[0];

describe('a question is drawn', () => {
  it('with who asks, about which call, and the message as text', () => {
    show(view([text()]));
    expect(screen.getByRole('heading').textContent).toBe('“files” asks about “delete_file”');
    expect(screen.getByText('Delete <b>it</b>?')).toBeTruthy();
    expect(document.querySelector('.server-text b')).toBeNull();
    expect(screen.getByText('You can answer until 14:32:05')).toBeTruthy();
  });

  it('and names every call that it may belong to, and how many wait', () => {
    show(view([], { calls: ['a', 'b'], moreWaiting: 2 }));
    expect(screen.getByRole('heading').textContent).toBe('“files” asks about one of these calls: “a”, “b”');
    expect(screen.getByText(/2 more waiting/)).toBeTruthy();
  });

  it('with the focus on its heading, or on Cancel when there is nothing to fill in', () => {
    show(view([text()]));
    expect(document.activeElement).toBe(screen.getByRole('heading'));
    cleanup();
    show(view([]));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  });

  it('with a long message folded, and its end inside the fold', () => {
    show(view([], { body: { kind: 'form', message: 'x'.repeat(2_500), fields: [] } }));
    const fold = document.querySelector('details[data-fold]');
    expect(fold?.querySelector('summary')?.textContent).toBe('Show the other 500 characters');
    expect(fold?.querySelector('[data-must-see="message"]')).not.toBeNull();
  });

  it.each([
    [
      'program',
      {
        ...{ kind: 'program' as const, command: 'node', args: ['a', 'b'], environment: ['TOKEN'] },
        changed: { gone: ['Program: deno'], added: ['Program: node'] },
        fields: [],
      },
      'Start this program',
    ],
    ['folders', { kind: 'folders' as const, folders: ['/a'] }, 'Share these folders'],
  ])('as a permission (%s), with other words', (_kind, body, button) => {
    show(view([], { body, calls: [] }));
    expect(screen.getByRole('button', { name: button })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
    expect(document.querySelectorAll('[data-must-see]')).toHaveLength(2);
  });
});

describe('Accept sends', () => {
  it('what was entered, and leaves out what was not', async () => {
    const { answerInput, user } = show(
      view([
        text(),
        text({ id: 'f1', label: 'Other' }),
        text({ id: 'f2', label: 'Cleared', suggested: 'x' }),
      ]),
    );
    await user.type(screen.getByLabelText(/Name/), 'Ann');
    await user.clear(screen.getByLabelText(/Cleared/));
    await user.click(accept());
    expect(sent(answerInput)).toEqual({ questionId: 'q1', action: 'accept', content: [['f0', 'Ann']] });
  });

  it('suggestions as they are when nothing was touched', async () => {
    const fields: FieldView[] = [
      text({ suggested: 'x' }),
      { id: 'f1', label: 'Keep', required: true, control: { kind: 'boolean' }, suggested: false },
    ];
    const { answerInput, user } = show(view(fields));
    await user.click(accept());
    expect(sent(answerInput)?.content).toEqual([
      ['f0', 'x'],
      ['f1', false],
    ]);
  });

  it('no for a yes-or-no question only when No was chosen', async () => {
    const { answerInput, user } = show(
      view([{ id: 'f0', label: 'Sure', required: true, control: { kind: 'boolean' } }]),
    );
    await user.click(accept());
    expect(sent(answerInput)?.content).toEqual([]);
    await user.click(within(screen.getByRole('group', { name: /Sure/ })).getByLabelText('No'));
    await user.click(accept());
    expect(sent(answerInput)?.content).toEqual([['f0', false]]);
  });

  it.each([3, 10])("an option's id, of %i options", async (count) => {
    const options = Array.from({ length: count }, (_, i) => ({ id: `o${i}` as const, label: `Choice ${i}` }));
    const { answerInput, user } = show(
      view([{ id: 'f0', label: 'Which', required: true, control: { kind: 'choice', options } }]),
    );
    if (count === 3) await user.click(screen.getByLabelText('Choice 2'));
    else await user.selectOptions(screen.getByRole('combobox'), 'Choice 2');
    await user.click(accept());
    expect(sent(answerInput)?.content).toEqual([['f0', 'o2']]);
  });

  it("a list of options' ids, and nothing when none is ticked", async () => {
    const options = ['A', 'B', 'C'].map((label, i) => ({ id: `o${i}` as 'o0', label }));
    const { answerInput, user } = show(
      view([{ id: 'f0', label: 'Which', required: false, control: { kind: 'choices', options } }]),
    );
    await user.click(accept());
    expect(sent(answerInput)?.content).toEqual([]);
    await user.click(screen.getByLabelText('C'));
    await user.click(screen.getByLabelText('A'));
    await user.click(accept());
    expect(sent(answerInput)?.content).toEqual([['f0', ['o2', 'o0']]]);
  });

  it('a list of texts without its empty lines', async () => {
    const { answerInput, user } = show(
      view([{ id: 'f0', label: 'Tags', required: false, control: { kind: 'texts', maxItems: 3 } }]),
    );
    const add = screen.getByRole('button', { name: 'Add an entry' });
    for (const _ of [1, 2, 3]) await user.click(add);
    expect(add).toHaveProperty('disabled', true);
    await user.type(screen.getByLabelText('Tags, entry 1'), 'a');
    await user.type(screen.getByLabelText('Tags, entry 3'), 'c');
    await user.click(screen.getByRole('button', { name: 'Remove entry 1' }));
    await user.click(accept());
    expect(sent(answerInput)?.content).toEqual([['f0', ['c']]]);
  });

  it('nothing of a fixed value, which is shown, and a tick where one must be given', async () => {
    const fields: FieldView[] = [
      { id: 'f0', label: 'Region', required: true, control: { kind: 'fixed', text: 'eu-1' } },
      { id: 'f1', label: 'I agree', required: true, control: { kind: 'agree' } },
    ];
    const { answerInput, user } = show(view(fields));
    expect(screen.getByText('eu-1')).toBeTruthy();
    const box = screen.getByLabelText(/I agree/);
    expect(box).toHaveProperty('checked', false);
    await user.click(box);
    await user.click(accept());
    expect(sent(answerInput)?.content).toEqual([['f1', true]]);
  });

  it('nothing while it is not armed, and says what is left', async () => {
    const { answerInput, user } = show(view([text()], { arming: 'see every field' }));
    expect(accept().getAttribute('aria-disabled')).toBe('true');
    await user.click(accept());
    expect(answerInput).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toBe('Scroll to the last field to accept.');
  });

  it('nothing for Enter in a field', async () => {
    const { answerInput, user } = show(view([text()]));
    await user.type(screen.getByLabelText(/Name/), 'Ann{Enter}');
    expect(answerInput).not.toHaveBeenCalled();
  });

  it('once for Enter, when it goes up, and nothing for a key that is held or came from elsewhere', () => {
    const { answerInput } = show(view([]));
    fireEvent.keyUp(accept(), { key: 'Enter' });
    fireEvent.keyDown(accept(), { key: 'Enter', repeat: true });
    fireEvent.keyUp(accept(), { key: 'Enter' });
    expect(answerInput).not.toHaveBeenCalled();
    fireEvent.keyDown(accept(), { key: 'Enter' });
    expect(answerInput).not.toHaveBeenCalled();
    fireEvent.keyUp(accept(), { key: 'Enter' });
    expect(answerInput).toHaveBeenCalledTimes(1);
  });
});

describe('the other ways out', () => {
  it.each([
    ['Decline', { action: 'decline' }],
    ['Cancel', { action: 'cancel', by: 'button' }],
    ['Later', { action: 'later' }],
  ])('%s', async (name, input) => {
    const { answerInput, user } = show(view([], { arming: 'settling' }));
    await user.click(screen.getByRole('button', { name }));
    expect(sent(answerInput)).toEqual({ questionId: 'q1', ...input });
  });

  it('Escape cancels, with nothing of what was typed', async () => {
    const { answerInput, user } = show(view([text()]));
    await user.type(screen.getByLabelText(/Name/), 'secret');
    await user.keyboard('{Escape}');
    expect(answerInput.mock.calls).toEqual([[{ questionId: 'q1', action: 'cancel', by: 'escape' }]]);
  });

  it('Escape closes an open menu first', async () => {
    const { answerInput, user } = show(view([]));
    await user.click(screen.getByRole('button', { name: 'More' }));
    expect(screen.getByRole('menuitem', { name: 'Cancel and stop this call' })).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(answerInput).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(answerInput).toHaveBeenCalledTimes(1);
  });
});

describe('what main refuses', () => {
  it('is shown at its field, and the first one gets the focus', async () => {
    const problems = [{ field: 'f1' as const, message: 'At least 5 characters (now 3)' }];
    const { user } = show(view([text(), text({ id: 'f1', label: 'Reason' })]), {
      ok: false,
      code: 'invalid',
      message: 'One answer needs your attention.',
      problems,
    });
    await user.click(accept());
    const field = screen.getByLabelText(/Reason/);
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const described = (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(described).toContain('At least 5 characters (now 3)');
    expect(screen.getByRole('alert').textContent).toBe('One answer needs your attention.');
  });

  it('for another reason is shown above the buttons', async () => {
    const { user } = show(view([]), { ok: false, code: 'no-gesture', message: 'Press Accept again.' });
    await user.click(accept());
    expect(screen.getByRole('alert').textContent).toBe('Press Accept again.');
  });
});

describe('a question that ended', () => {
  it('says why, keeps what was typed, and can only be closed', async () => {
    const { again, close, answerInput, user } = show(view([text()]));
    await user.type(screen.getByLabelText(/Name/), 'half a wo');
    again(view([text()], { ended: 'The server stopped waiting for an answer' }));
    expect(screen.getAllByRole('alert')[0]?.textContent).toContain(
      'The server stopped waiting for an answer',
    );
    expect(screen.getByLabelText(/Name/)).toHaveProperty('value', 'half a wo');
    expect(screen.getByLabelText(/Name/)).toHaveProperty('readOnly', true);
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Close']);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.keyboard('{Escape}');
    expect(close).toHaveBeenCalledTimes(2);
    expect(answerInput).not.toHaveBeenCalled();
  });
});

describe('a counter', () => {
  it('counts letters as the server does, and never cuts them off', async () => {
    const { user } = show(view([text({ control: { kind: 'text', maxLength: 2 } })]));
    await user.type(screen.getByLabelText(/Name/), '👍👍');
    expect(screen.getByText('2 of at most 2 characters')).toBeTruthy();
    await user.type(screen.getByLabelText(/Name/), 'x');
    expect(screen.getByText('3 of at most 2 characters')).toBeTruthy();
  });
});
