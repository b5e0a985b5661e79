import { type KeyboardEvent, type MouseEvent } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { AnswerInput } from '../../contract/ipc.ts';

type Props = {
  wording: { accept: string; decline: string };
  armed: boolean;
  hasCall: boolean;
  onAccept: () => void;
  onAnswer: (input: Omit<AnswerInput, 'questionId'>) => void;
};

/** Accept can be focused before it is armed, and says so; the safe buttons work at once. */
export function Buttons({ wording, armed, hasCall, onAccept, onAnswer }: Props) {
  return (
    <div className="buttons">
      {hasCall && <More onAnswer={onAnswer} />}
      <button type="button" onClick={() => onAnswer({ action: 'later' })}>
        Later
      </button>
      <span className="space" />
      <button type="button" data-cancel onClick={() => onAnswer({ action: 'cancel', by: 'button' })}>
        Cancel
      </button>
      <button type="button" onClick={() => onAnswer({ action: 'decline' })}>
        {wording.decline}
      </button>
      <button
        type="button"
        className="primary"
        aria-disabled={!armed}
        onKeyDown={ignoreRepeats}
        onClick={(event) => (isFirst(event) ? onAccept() : undefined)}
      >
        {wording.accept}
      </button>
    </div>
  );
}

/** A key that is held down presses a button again and again; only its first press may count. */
const ignoreRepeats = (event: KeyboardEvent) => {
  if (event.repeat) event.preventDefault();
};

/** The second click of a double click is not a second wish. */
const isFirst = (event: MouseEvent): boolean => event.detail <= 1;

const also = { stop: 'stop call', mute: 'mute server' } as const;

function More({ onAnswer }: Pick<Props, 'onAnswer'>) {
  return (
    <MenuTrigger>
      <Button className="plain">More</Button>
      <Popover className="menu" placement="top start">
        <Menu onAction={(key) => onAnswer({ action: 'cancel', also: also[key as keyof typeof also] })}>
          <MenuItem id="stop">Cancel and stop this call</MenuItem>
          <MenuItem id="mute">Cancel and mute this server</MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
