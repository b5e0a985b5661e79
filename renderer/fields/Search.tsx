import {
  Label as AriaLabel,
  Button,
  ComboBox,
  FieldError,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components';
import type { FieldView } from '../../contract/view.ts';
import { describedBy, Label } from './FieldTemplate.tsx';

type Props = {
  id: string;
  view: FieldView;
  options: { id: string; label: string }[];
  wrong: boolean;
  disabled: boolean;
  value: string;
  onChange: (value: string | undefined) => void;
};

/** A long list of choices that is searched by typing; what is not in the list is not taken. */
export function Search({ id, view, options, wrong, disabled, value, onChange }: Props) {
  return (
    <ComboBox
      className="search"
      id={id}
      isInvalid={wrong}
      isDisabled={disabled}
      defaultItems={options}
      selectedKey={value === '' ? null : value}
      onSelectionChange={(key) => onChange(key === null ? undefined : String(key))}
      menuTrigger="focus"
      {...describing(describedBy(id, view, wrong))}
    >
      <AriaLabel>
        <Label view={view} />
      </AriaLabel>
      <div className="search-box">
        <Input
          placeholder={view.required ? 'Choose… (type to search)' : '(no answer; type to search)'}
          autoComplete="off"
          spellCheck={false}
        />
        <Button aria-label="Show all choices">▾</Button>
      </div>
      <FieldError />
      <Popover className="search-list">
        <ListBox<{ id: string; label: string }>>
          {(item) => <ListBoxItem id={item.id}>{item.label}</ListBoxItem>}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

const describing = (ids: string | undefined) => (ids === undefined ? {} : { 'aria-describedby': ids });
