import type { Command } from '../ground/commands.ts';
import { useTexts } from '../texts/texts.tsx';
import { type Choice, optionId } from './choice.ts';
import type { Section } from './items.ts';

/** The id of the list of options. */
export const listId = 'palette-list';

/** The options of the palette in their sections. */
export function Options({ sections, choice }: { readonly sections: readonly Section[]; readonly choice: Choice }) {
  const texts = useTexts();
  let index = -1;
  return (
    <div id={listId} role="listbox" aria-label={texts.palette.results} className="palette-list">
      {sections.map(({ name, commands }) => (
        <div role="group" aria-label={name} key={name}>
          <div className="palette-section" aria-hidden>
            {name}
          </div>
          {commands.map((command) => {
            index += 1;
            return <Option key={command.name} command={command} index={index} choice={choice} />;
          })}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  readonly command: Command;
  readonly index: number;
  readonly choice: Choice;
}

function Option({ command, index, choice }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the field, whose keys choose and run
    <div
      role="option"
      id={optionId(index)}
      aria-selected={index === choice.index}
      className="palette-option"
      onMouseMove={() => index !== choice.index && choice.choose(index)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => choice.run(command)}
    >
      <span>{command.name}</span>
      {command.hint && <span className="palette-hint">{command.hint}</span>}
    </div>
  );
}
