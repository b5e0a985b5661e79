import type { ProviderKind } from '../../../contract/conversation.ts';

export const kindName: Record<ProviderKind, string> = {
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  google: 'Google',
  compatible: 'OpenAI-compatible',
};

export const kinds: readonly { kind: ProviderKind; hint: string }[] = [
  { kind: 'anthropic', hint: 'with a key of yours' },
  { kind: 'openai', hint: 'with a key of yours' },
  { kind: 'google', hint: 'with a key of yours' },
  { kind: 'compatible', hint: 'any address, or a program on this computer: Ollama, LM Studio, llama.cpp' },
];
