// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ProviderView } from '../../../contract/conversation.ts';
import type { Result } from '../../../contract/ipc.ts';
import type { Call } from '../App.tsx';
import { ModelPage } from './ModelPage.tsx';

afterEach(cleanup);

const anthropic: ProviderView = {
  kind: 'anthropic',
  model: 'claude',
  address: 'https://api.anthropic.com',
  key: 'memory',
};

function show(provider: ProviderView | null, answer: Result<unknown> = { ok: true, value: null }) {
  const call = vi.fn(async (_channel: string, _input: unknown) => answer);
  render(<ModelPage provider={provider} call={call as unknown as Call} />);
  return { call, user: userEvent.setup() };
}

const button = (name: string) => screen.findByRole('button', { name });

describe('the page of the model', () => {
  it('says that the app is useful without one', () => {
    show(null);
    expect(screen.getByText(/fully useful by hand/)).toBeTruthy();
  });

  it('tells the one that was accepted, its only address and where its key is, and forgets it', async () => {
    const { call, user } = show(anthropic);
    expect(screen.getByText('https://api.anthropic.com')).toBeTruthy();
    expect(screen.getByText(/In memory only/)).toBeTruthy();
    await user.click(await button('Forget it and its key'));
    expect(call.mock.calls).toEqual([['forgetProvider', null]]);
  });

  it('has no field for a key, and says where it is typed', () => {
    show(null);
    expect(
      screen.queryByLabelText(/key/i, { selector: 'input[type="text"], input[type="password"]' }),
    ).toBeNull();
    expect(screen.getByText(/asked in its own window, where a key is typed/)).toBeTruthy();
  });

  it('asks main for the chosen one, without an address where there is only one', async () => {
    const { call, user } = show(null);
    await user.click(screen.getByRole('radio', { name: /^OpenAI with/ }));
    await user.type(screen.getByLabelText('Model', { selector: 'input' }), ' gpt {Enter}');
    expect(call.mock.calls).toEqual([['chooseProvider', { kind: 'openai', model: 'gpt', address: '' }]]);
  });

  it('asks for nothing while something is missing', async () => {
    const { call, user } = show(null);
    await user.click(screen.getByRole('radio', { name: /compatible/ }));
    await user.type(screen.getByLabelText('Model', { selector: 'input' }), 'm{Enter}');
    expect(call).not.toHaveBeenCalled();
  });

  it('fills in what is found on this computer, and goes there only when it was chosen', async () => {
    const found = [{ name: 'Ollama', address: 'http://127.0.0.1:11434/v1', models: ['qwen3:8b'] }];
    const { call, user } = show(null, { ok: true, value: { found } });
    await user.click(screen.getByRole('radio', { name: /compatible/ }));
    await user.click(await button('Look on this computer'));
    await user.click(await button('qwen3:8b'));
    expect(call.mock.calls.map(([channel]) => channel)).toEqual(['findLocalProviders']);
    await user.click(await button('Choose'));
    expect(call.mock.calls.at(-1)).toEqual([
      'chooseProvider',
      { kind: 'compatible', model: 'qwen3:8b', address: 'http://127.0.0.1:11434/v1' },
    ]);
  });

  it('says that none was found, and why one was refused', async () => {
    const { user } = show(null, { ok: true, value: { found: [] } });
    await user.click(screen.getByRole('radio', { name: /compatible/ }));
    await user.click(await button('Look on this computer'));
    expect(await screen.findByText('None was found running.')).toBeTruthy();
    cleanup();
    const refused = show(null, { ok: false, code: 'declined', message: 'You declined it.' });
    await refused.user.type(screen.getByLabelText('Model', { selector: 'input' }), 'm{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('You declined it.');
  });
});
