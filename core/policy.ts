/**
 * May a call be sent at all? Rules of the person's, rules of the machine, and what the person approved before, in one
 * decision with its reason. It says nothing of the questions that a server asks in the call: those are for a person, always.
 */

export type Effect = 'allow' | 'ask' | 'deny';
/** `*` stands for any letters, or none; nothing else is a wildcard. */
export type Rule = { server: string; tool: string; effect: Effect; why?: string | undefined };

export type Policies = {
  /** In force: as the person last accepted it. */
  accepted: readonly Rule[];
  /** What was accepted is not known any more: then nothing that was approved before counts. */
  lost?: true;
  /** What stands in the file now, where that is something else: it may only tighten until it is accepted. */
  onDisk?: readonly Rule[];
  /** For every user of this machine, read-only to the app. Unreadable, it denies all. */
  machine?: MachinePolicy | 'unreadable';
};

export type MachinePolicy = {
  rules: readonly Rule[];
  /** False: what was approved before does not count, every call is asked. */
  remembering: boolean;
};

export type AboutCall = {
  serverId: string;
  tool: string;
  /** The server's own claim that the tool changes nothing, and whether the person trusts its claims. */
  claimsReadOnly: boolean;
  trusted: boolean;
  /** Approved before, for this very definition of the tool on this very server. */
  approved: 'always' | 'this session' | undefined;
};

export type Because =
  | { kind: 'rule'; rule: Rule; from: 'own' | 'file, not accepted yet' | 'machine' }
  | { kind: 'no rule' }
  | { kind: 'machine policy unreadable' }
  | { kind: 'read-only, and trusted' }
  | { kind: 'approved before'; scope: 'always' | 'this session' };

export type Judgement = { effect: Effect; because: Because };

export function judge(call: AboutCall, policies: Policies): Judgement {
  const { accepted, lost = false, onDisk, machine } = policies;
  if (machine === 'unreadable') return { effect: 'deny', because: { kind: 'machine policy unreadable' } };
  const own = byRules(accepted, call, 'own') ?? byDefault(call);
  const judged = [
    own,
    onDisk && byRules(onDisk, call, 'file, not accepted yet'),
    machine && byRules(machine.rules, call, 'machine'),
  ].filter((judgement) => judgement !== undefined);
  // The person's own comes first: what says the same elsewhere is no reason.
  const strictest = judged.reduce((a, b) => (strictness[b.effect] > strictness[a.effect] ? b : a));
  return remembered(strictest, call, !lost && (machine?.remembering ?? true));
}

const strictness: Record<Effect, number> = { allow: 0, ask: 1, deny: 2 };

/** Deny beats ask beats allow, wherever they stand. */
function byRules(
  rules: readonly Rule[],
  call: AboutCall,
  from: Extract<Because, { kind: 'rule' }>['from'],
): Judgement | undefined {
  const matching = rules.filter((rule) => fits(rule.server, call.serverId) && fits(rule.tool, call.tool));
  const [strictest] = [...matching].sort((a, b) => strictness[b.effect] - strictness[a.effect]);
  return strictest && { effect: strictest.effect, because: { kind: 'rule', rule: strictest, from } };
}

const byDefault = ({ claimsReadOnly, trusted }: AboutCall): Judgement =>
  claimsReadOnly && trusted
    ? { effect: 'allow', because: { kind: 'read-only, and trusted' } }
    : { effect: 'ask', because: { kind: 'no rule' } };

/** An approval meets an "ask"; it never meets a "deny", and nothing at all where the machine wants every call asked. */
function remembered(judged: Judgement, { approved }: AboutCall, remembering: boolean): Judgement {
  if (judged.effect === 'allow' && !remembering && judged.because.kind !== 'rule')
    return { ...judged, effect: 'ask' };
  if (judged.effect !== 'ask' || approved === undefined || !remembering) return judged;
  return { effect: 'allow', because: { kind: 'approved before', scope: approved } };
}

/** Letter by letter, whatever else a pattern language would make of it. */
export function fits(pattern: string, name: string): boolean {
  const parts = pattern.split('*');
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return pattern === name;
  if (!name.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let from = first.length;
  for (const part of rest) {
    const at = name.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return name.length - last.length >= from && name.endsWith(last);
}

/** Rules that match no tool that is known: told to the person, since a rule that does nothing looks like one that does. */
export const inert = (
  rules: readonly Rule[],
  known: readonly { serverId: string; tools: readonly string[] }[],
): Rule[] =>
  rules.filter(
    (rule) =>
      !known.some(
        ({ serverId, tools }) => fits(rule.server, serverId) && tools.some((tool) => fits(rule.tool, tool)),
      ),
  );

/** Does the new set only tighten: nothing that asked or denied is gone, and nothing that allows is new? */
export function onlyTightens(before: readonly Rule[], after: readonly Rule[]): boolean {
  const has = (rules: readonly Rule[], rule: Rule) =>
    rules.some(
      (other) => other.server === rule.server && other.tool === rule.tool && other.effect === rule.effect,
    );
  return (
    before.every((rule) => rule.effect === 'allow' || has(after, rule)) &&
    after.every((rule) => rule.effect !== 'allow' || has(before, rule))
  );
}

/** Why a call is judged so, for the person and for the record. */
export function becauseText(because: Because): string {
  switch (because.kind) {
    case 'rule': {
      const { server, tool, effect, why } = because.rule;
      return `the rule ${effect} “${tool}” on “${server}” (${because.from})${why === undefined ? '' : `: ${why}`}`;
    }
    case 'no rule':
      return 'no rule speaks of it';
    case 'machine policy unreadable':
      return 'the rules of this machine cannot be read';
    case 'read-only, and trusted':
      return 'its server is trusted, and says that it changes nothing';
    case 'approved before':
      return because.scope === 'always' ? 'you approved it for always' : 'you approved it for this session';
    default:
      return because satisfies never;
  }
}
