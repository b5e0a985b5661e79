/** What a server offers to be called: tools, prompts and resources, each as something with a form for its arguments. */
import type { CallMethod } from './call.ts';
import { definitionText } from './definition.ts';

export type Offer = {
  method: CallMethod;
  /** What it is called by: a name, or the address of a resource. */
  name: string;
  title?: string;
  description?: string;
  inputSchema: unknown;
  /** All that it says of itself, as one text (`definition.ts`). */
  definition: string;
  /** Its own claim, which is believed of trusted servers only. */
  claimsReadOnly: boolean;
};

type Described = { title?: string | undefined; description?: string | undefined };
type Shown = Pick<Offer, 'title' | 'description'>;

type ListedTool = Described & {
  name: string;
  inputSchema: unknown;
  annotations?: { readOnlyHint?: boolean | undefined } | undefined;
};

export const toolOffer = (tool: ListedTool): Offer => ({
  method: 'tools/call',
  name: tool.name,
  inputSchema: tool.inputSchema,
  definition: definitionText(tool),
  claimsReadOnly: tool.annotations?.readOnlyHint === true,
  ...described(tool),
});

type Argument = Described & { name: string; required?: boolean | undefined };

/** The arguments of a prompt are texts. */
export const promptOffer = (
  prompt: Described & { name: string; arguments?: readonly Argument[] | undefined },
): Offer => {
  const { arguments: args = [] } = prompt;
  return {
    method: 'prompts/get',
    name: prompt.name,
    definition: definitionText(prompt),
    claimsReadOnly: false,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(args.map((arg) => [arg.name, { type: 'string', ...described(arg) }])),
      required: args.filter((arg) => arg.required === true).map((arg) => arg.name),
    },
    ...described(prompt),
  };
};

export const resourceOffer = (resource: Described & { uri: string; name: string }): Offer => ({
  method: 'resources/read',
  name: resource.uri,
  definition: definitionText(resource),
  claimsReadOnly: false,
  inputSchema: { type: 'object', properties: {} },
  ...described({ ...resource, title: resource.title ?? resource.name }),
});

const described = ({ title, description }: Described): Shown => ({
  ...(title === undefined ? {} : { title }),
  ...(description === undefined ? {} : { description }),
});
