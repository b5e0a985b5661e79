/**
 * The model of a provider, as the AI SDK speaks to it. Every request goes to this page's own address, from where main
 * forwards it; the key is not here, so each gets a word that stands in its place and that main throws away.
 */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import type { ToModel } from '../contract/model.ts';

const apiKey = 'added-by-main';

export function languageModel(
  { kind, model }: Extract<ToModel, { type: 'generate' }>['provider'],
  baseURL: string,
): LanguageModel {
  switch (kind) {
    case 'anthropic':
      return createAnthropic({ baseURL, apiKey })(model);
    case 'openai':
      return createOpenAI({ baseURL, apiKey }).chat(model);
    case 'google':
      return createGoogleGenerativeAI({ baseURL, apiKey })(model);
    case 'compatible':
      return createOpenAICompatible({ name: 'compatible', baseURL })(model);
    default:
      return kind satisfies never;
  }
}
