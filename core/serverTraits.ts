/**
 * What the person says of a server, beyond that it may run: whether its word counts, whether it can drive this desktop, and
 * whether values are kept of it. The second is guessed from the names of its tools and decided by the person.
 */
import type { Content } from './answer.ts';
import type { Field, FieldId } from './field.ts';

export type Traits = {
  /** What its tools say of themselves (that they change nothing) counts. */
  trusted: boolean;
  /** It can move the pointer, type, run commands or read the screen: it could press a button of ours. */
  drivesDesktop: boolean;
  /** Arguments and answers go on the record with their values. */
  valuesRecorded: boolean;
};

export const noTraits: Traits = { trusted: false, drivesDesktop: false, valuesRecorded: false };

const texts: Record<keyof Traits, { title: string; description: string }> = {
  drivesDesktop: {
    title: 'It can drive this desktop',
    description:
      'It moves the pointer, types, runs commands or reads the screen. Then none of its calls is sent while a dialog waits for you, and nothing can be accepted while one of its calls runs.',
  },
  trusted: {
    title: 'Believe what it says of its tools',
    description: 'A tool of which it says that it changes nothing is called without asking you.',
  },
  valuesRecorded: {
    title: 'Keep values in the record',
    description: 'What is sent to it and what you answer it, word for word. Otherwise only names are kept.',
  },
};

/** Checkboxes, filled in with `traits`. */
export const traitFields = (names: readonly (keyof Traits)[], traits: Traits): Field[] =>
  names.map((name, index) => ({
    ...{ id: `f${index}` as FieldId, name, required: false, ...texts[name] },
    control: { kind: 'boolean' },
    suggestion: { kind: 'used', value: traits[name], own: true },
  }));

/** What was ticked; `before` where it was not asked. */
export const traitsIn = (content: Content, before: Traits): Traits => ({
  trusted: ticked(content.trusted, before.trusted),
  drivesDesktop: ticked(content.drivesDesktop, before.drivesDesktop),
  valuesRecorded: ticked(content.valuesRecorded, before.valuesRecorded),
});

const ticked = (answer: unknown, before: boolean): boolean => (typeof answer === 'boolean' ? answer : before);

/** For the record and the workbench. */
export const traitsText = ({ trusted, drivesDesktop, valuesRecorded }: Traits): string[] => [
  drivesDesktop ? 'can drive this desktop' : 'does not drive this desktop',
  trusted ? 'its word on its tools is believed' : 'its word on its tools is not believed',
  valuesRecorded ? 'values are kept in the record' : 'only names are kept in the record',
];

/** Words of a name, as tools are named: `runShellCommand`, `run-shell-command`, `run_shell_command`. */
const words = (name: string): string =>
  `_${name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .toLowerCase()}_`;

const drivingWords: readonly RegExp[] = [
  /_(mouse|pointer|cursor|keyboard|xdotool|ydotool|applescript|osascript|autohotkey|powershell)_/,
  /_(double_|right_|left_|middle_)?click_/,
  /_(type|press|send|hold|hit)_(text|key|keys|hotkey|into)_/,
  /_(keypress|key_press|key_down|key_up|hotkey|hotkeys|sendkeys|keystroke|keystrokes)_/,
  /_(drag|scroll)_(to|by|at|and_drop|screen)_/,
  /_(screenshot|screen_shot|screen_capture|capture_screen|take_screen|read_screen|ocr_screen)_/,
  /_(run|exec|execute|spawn|start|launch)_(a_)?(shell|bash|command|commands|cmd|process|program|script|app|application)_/,
  /_(shell|bash|zsh|terminal|subprocess|computer_use|use_computer|computer)_/,
  /_(focus|move|resize|activate)_window_/,
];

/** Those of the names that look as if their tool could drive the desktop. */
export const drivingTools = (names: readonly string[]): string[] =>
  names.filter((name) => drivingWords.some((pattern) => pattern.test(words(name))));
