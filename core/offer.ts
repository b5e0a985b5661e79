/** What a server offers to be called: tools, prompts and resources, each as something with a form for its arguments. */
import type { CallMethod } from './call.ts';

export type Offer = {
  method: CallMethod;
  /** What it is called by: a name, or the address of a resource. */
  name: string;
  title?: string;
  description?: string;
  inputSchema: unknown;
};

type Described = { title?: string | undefined; description?: string | undefined };
type Shown = Pick<Offer, 'title' | 'description'>;

export const toolOffer = (tool: Described & { name: string; inputSchema: unknown }): Offer => ({
  method: 'tools/call',
  name: tool.name,
  inputSchema: tool.inputSchema,
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
  inputSchema: { type: 'object', properties: {} },
  ...described({ ...resource, title: resource.title ?? resource.name }),
});

const described = ({ title, description }: Described): Shown => ({
  ...(title === undefined ? {} : { title }),
  ...(description === undefined ? {} : { description }),
});
