import { describe, expect, it } from 'vitest';
import {
  type AboutCall,
  type Effect,
  fits,
  inert,
  judge,
  onlyTightens,
  type Policies,
  type Rule,
} from './policy.ts';

const call = (more: Partial<AboutCall> = {}): AboutCall => ({
  serverId: 'files',
  tool: 'delete_file',
  claimsReadOnly: false,
  trusted: false,
  approved: undefined,
  ...more,
});

/** "files delete_* deny" as a rule. */
const rule = (text: string): Rule => {
  const [server = '', tool = '', effect = ''] = text.split(' ');
  return { server, tool, effect: effect as Effect };
};
const rules = (...texts: string[]) => texts.map(rule);
const own = (...texts: string[]): Policies => ({ accepted: rules(...texts) });
const machine = (texts: string[], remembering = true) => ({ rules: rules(...texts), remembering });

type Row = [name: string, policies: Policies, about: Partial<AboutCall>, effect: Effect, because: string];

const rows: Row[] = [
  ['no rule at all', own(), {}, 'ask', 'no rule'],
  ['an allow', own('files delete_file allow'), {}, 'allow', 'rule'],
  ['an ask', own('files delete_file ask'), {}, 'ask', 'rule'],
  ['a deny', own('files delete_file deny'), {}, 'deny', 'rule'],
  ['E090: deny after allow', own('files delete_file allow', 'files delete_file deny'), {}, 'deny', 'rule'],
  ['E090: deny before allow', own('files delete_file deny', 'files delete_file allow'), {}, 'deny', 'rule'],
  ['E090: deny over a wider allow', own('* * allow', 'files delete_file deny'), {}, 'deny', 'rule'],
  ['E090: a wider deny over an allow', own('files delete_file allow', '* * deny'), {}, 'deny', 'rule'],
  ['deny over ask', own('files delete_file ask', 'files * deny'), {}, 'deny', 'rule'],
  ['ask over allow', own('files * allow', 'files delete_file ask'), {}, 'ask', 'rule'],
  ['ask over allow, the other way round', own('files delete_file ask', 'files * allow'), {}, 'ask', 'rule'],
  ['all three', own('* * allow', '* * ask', '* * deny'), {}, 'deny', 'rule'],
  ['a star for the tool', own('files * allow'), {}, 'allow', 'rule'],
  ['a star for the server', own('* delete_file allow'), {}, 'allow', 'rule'],
  ['a star at the end', own('files delete_* allow'), {}, 'allow', 'rule'],
  ['a star at the beginning', own('files *_file allow'), {}, 'allow', 'rule'],
  ['a star in the middle', own('files del*file allow'), {}, 'allow', 'rule'],
  ['a star for nothing', own('files delete_file* allow'), {}, 'allow', 'rule'],
  ['two stars', own('files *ete*le allow'), {}, 'allow', 'rule'],
  ['a star that does not fit', own('files read_* allow'), {}, 'ask', 'no rule'],
  ['another tool', own('files read_file allow'), {}, 'ask', 'no rule'],
  ['another server', own('mail delete_file allow'), {}, 'ask', 'no rule'],
  ['the beginning of a name', own('files delete allow'), {}, 'ask', 'no rule'],
  ['a name in other letters', own('files Delete_File allow'), {}, 'ask', 'no rule'],
  ['a name with a blank', own('files delete_file\u00a0 allow'), {}, 'ask', 'no rule'],
  ['a question mark is a letter', own('files delete?file deny'), {}, 'ask', 'no rule'],
  ['brackets are letters', own('files [d]elete_file deny'), {}, 'ask', 'no rule'],
  ['a dot is a letter', own('files delete.file deny'), {}, 'ask', 'no rule'],
  ['an unknown tool', own('files delete_file allow'), { tool: 'new_tool' }, 'ask', 'no rule'],
  ['a tool with a star in its name', own('files a*b allow'), { tool: 'a*b' }, 'allow', 'rule'],
  ['a renamed server', own('files delete_file allow'), { serverId: 'my files' }, 'ask', 'no rule'],
  [
    'the same tool on two servers: the one that is meant',
    own('files delete_file allow'),
    {},
    'allow',
    'rule',
  ],
  [
    'the same tool on two servers: the other',
    own('files delete_file allow'),
    { serverId: 'backup' },
    'ask',
    'no rule',
  ],
  [
    'the same tool on two servers, denied on one',
    own('* delete_file allow', 'backup * deny'),
    { serverId: 'backup' },
    'deny',
    'rule',
  ],
  ['E089: read-only by its own word', own(), { claimsReadOnly: true }, 'ask', 'no rule'],
  [
    'E089: read-only by the word of a trusted server',
    own(),
    { claimsReadOnly: true, trusted: true },
    'allow',
    'read-only, and trusted',
  ],
  ['a trusted server that claims nothing', own(), { trusted: true }, 'ask', 'no rule'],
  [
    'a trusted claim against a deny',
    own('files * deny'),
    { claimsReadOnly: true, trusted: true },
    'deny',
    'rule',
  ],
  [
    'a trusted claim against an ask',
    own('files * ask'),
    { claimsReadOnly: true, trusted: true },
    'ask',
    'rule',
  ],
  [
    'approved before, but what was accepted is lost',
    { ...own(), lost: true },
    { approved: 'always' },
    'ask',
    'no rule',
  ],
  [
    'a trusted claim, but what was accepted is lost',
    { ...own(), lost: true },
    { claimsReadOnly: true, trusted: true },
    'ask',
    'read-only, and trusted',
  ],
  ['approved for ever', own(), { approved: 'always' }, 'allow', 'approved before'],
  ['approved for this session', own(), { approved: 'this session' }, 'allow', 'approved before'],
  ['declined, so not approved: asked again', own(), { approved: undefined }, 'ask', 'no rule'],
  ['revoked, so not approved: asked again', own('files * ask'), { approved: undefined }, 'ask', 'rule'],
  ['approved, and a rule that asks', own('files * ask'), { approved: 'always' }, 'allow', 'approved before'],
  ['approved, and a rule that denies', own('files * deny'), { approved: 'always' }, 'deny', 'rule'],
  ['approved, and a rule that allows', own('files * allow'), { approved: 'always' }, 'allow', 'rule'],
  [
    'the machine denies what the person allows',
    { ...own('* * allow'), machine: machine(['* delete_file deny']) },
    {},
    'deny',
    'rule',
  ],
  [
    'the machine asks what the person allows',
    { ...own('* * allow'), machine: machine(['* delete_file ask']) },
    {},
    'ask',
    'rule',
  ],
  [
    'the machine cannot loosen an ask',
    { ...own('* * ask'), machine: machine(['* * allow']) },
    {},
    'ask',
    'rule',
  ],
  [
    'the machine cannot loosen a deny',
    { ...own('* * deny'), machine: machine(['* * allow']) },
    {},
    'deny',
    'rule',
  ],
  [
    'the machine cannot loosen what no rule speaks of',
    { ...own(), machine: machine(['* * allow']) },
    {},
    'ask',
    'no rule',
  ],
  [
    'the machine speaks of another tool',
    { ...own('* * allow'), machine: machine(['* read_file deny']) },
    {},
    'allow',
    'rule',
  ],
  [
    'the machine denies what was approved',
    { ...own(), machine: machine(['* * deny']) },
    { approved: 'always' },
    'deny',
    'rule',
  ],
  [
    'an approval meets an ask of the machine',
    { ...own(), machine: machine(['* * ask']) },
    { approved: 'always' },
    'allow',
    'approved before',
  ],
  [
    'the machine wants every call asked',
    { ...own(), machine: machine([], false) },
    { approved: 'always' },
    'ask',
    'no rule',
  ],
  [
    'the machine wants every call asked, the session too',
    { ...own(), machine: machine([], false) },
    { approved: 'this session' },
    'ask',
    'no rule',
  ],
  [
    'the machine wants every call asked, claims too',
    { ...own(), machine: machine([], false) },
    { claimsReadOnly: true, trusted: true },
    'ask',
    'read-only, and trusted',
  ],
  [
    'the policy of the machine cannot be read',
    { ...own('* * allow'), machine: 'unreadable' },
    {},
    'deny',
    'machine policy unreadable',
  ],
  [
    'the policy of the machine cannot be read, approved',
    { ...own(), machine: 'unreadable' },
    { approved: 'always' },
    'deny',
    'machine policy unreadable',
  ],
  [
    'E094: a file with an allow that was not accepted',
    { ...own(), onDisk: rules('* * allow') },
    {},
    'ask',
    'no rule',
  ],
  [
    'E094: a file without the deny that was accepted',
    { ...own('files * deny'), onDisk: rules() },
    {},
    'deny',
    'rule',
  ],
  [
    'E094: a file with an allow for the deny',
    { ...own('files * deny'), onDisk: rules('files * allow') },
    {},
    'deny',
    'rule',
  ],
  [
    'a file with a deny that was not accepted yet',
    { ...own('* * allow'), onDisk: rules('files * deny') },
    {},
    'deny',
    'rule',
  ],
  [
    'a file with an ask that was not accepted yet',
    { ...own('* * allow'), onDisk: rules('files * ask') },
    {},
    'ask',
    'rule',
  ],
  [
    'a file that cannot be read: what was accepted stands',
    own('files delete_file allow'),
    {},
    'allow',
    'rule',
  ],
];

describe('whether a call is sent', () => {
  it.each(rows)('%s', (_name, policies, about, effect, because) => {
    const judged = judge(call(about), policies);
    expect(judged.effect).toBe(effect);
    expect(judged.because.kind).toBe(because);
  });
  it('has rows enough', () => expect(rows.length).toBeGreaterThanOrEqual(60));
  it('names the rule that decided, and where it stands', () => {
    expect(judge(call(), { ...own('* * allow'), machine: machine(['* * deny']) }).because).toEqual({
      ...{ kind: 'rule', rule: rule('* * deny'), from: 'machine' },
    });
  });
});

describe('a star stands for any letters, and nothing else does', () => {
  it.each<[string, string, boolean]>([
    ['*', '', true],
    ['*', 'anything', true],
    ['a*', 'a', true],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['*a*b*', 'xaxbx', true],
    ['*a*b*', 'xbxax', false],
    ['**', 'x', true],
    ['', '', true],
    ['', 'x', false],
    ['a.c', 'abc', false],
    ['(a+)+$', 'aaaa', false],
    [`${'*a'.repeat(30)}b`, 'a'.repeat(200), false],
  ])('%s, %s: %s', (pattern, name, expected) => {
    expect(fits(pattern, name)).toBe(expected);
  });
});

it('E090: a rule that matches nothing is told', () => {
  const known = [{ serverId: 'files', tools: ['delete_file', 'read_file'] }];
  const all = rules('files delete_file deny', 'files remove deny', 'mail * allow', '* read_* allow');
  expect(inert(all, known)).toEqual(rules('files remove deny', 'mail * allow'));
});

describe('a change of the file', () => {
  it.each<[string, string[], string[], boolean]>([
    ['nothing', ['a b allow'], ['a b allow'], true],
    ['a deny more', ['a b allow'], ['a b allow', 'a c deny'], true],
    ['an ask more', [], ['a c ask'], true],
    ['an allow less', ['a b allow'], [], true],
    ['an allow more', [], ['a b allow'], false],
    ['a deny less', ['a b deny'], [], false],
    ['an ask less', ['a b ask'], [], false],
    ['a deny made an allow', ['a b deny'], ['a b allow'], false],
    ['an allow made a deny', ['a b allow'], ['a b deny'], true],
    ['a deny made narrower', ['a * deny'], ['a b deny'], false],
    ['an allow made wider', ['a b allow'], ['a * allow'], false],
  ])('%s', (_name, before, after, expected) => {
    expect(onlyTightens(rules(...before), rules(...after))).toBe(expected);
  });
});
