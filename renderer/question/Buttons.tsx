import type { KeyboardEvent, MouseEvent } from 'react';
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
      <button type="button" className="primary" aria-disabled={!armed} {...whenPressed(onAccept)}>
        {wording.accept}
      </button>
    </div>
  );
}

/**
 * A button acts on Enter when the key goes down, and again while it is held; main believes a key only when it has
 * gone up. So Enter acts on its way up here, once, and only where it also went down.
 */
function whenPressed(act: () => void) {
  return {
    'data-enter': 'up',
    onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
      if (event.key === 'Enter') event.preventDefault();
      if (event.key === 'Enter' && !event.repeat) event.currentTarget.dataset.enter = 'down';
      if (event.repeat) event.preventDefault();
    },
    onKeyUp: (event: KeyboardEvent<HTMLButtonElement>) => {
      if (event.key !== 'Enter' || event.currentTarget.dataset.enter !== 'down') return;
      event.currentTarget.dataset.enter = 'up';
      act();
    },
    onBlur: (event: { currentTarget: HTMLButtonElement }) => {
      event.currentTarget.dataset.enter = 'up';
    },
    // The second click of a double click is not a second wish.
    onClick: (event: MouseEvent) => {
      if (event.detail <= 1) act();
    },
  };
}

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
