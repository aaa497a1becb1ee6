import { Group, Text } from '@mantine/core';
import type { ConfigFiles } from '../../client/browser.ts';
import type { Mark } from './editor/mark.ts';
import { Choice } from './field.tsx';
import type { TextFile } from './text-file.ts';
import { useRulesTexts } from './texts/use-texts.ts';

interface FileChoiceProps {
  readonly files: readonly TextFile[];
  readonly shown: TextFile;
  readonly active: ConfigFiles;
  readonly marks: readonly Mark[];
  readonly onChoose: (file: string) => void;
}

/** The file in the editor. With several files, each shows whether it is changed, and its faults. */
export function FileChoice({ files, shown, active, marks, onChoose }: FileChoiceProps) {
  const { editor: texts, check } = useRulesTexts();
  const wordsOf = ({ file, text }: TextFile) => {
    const own = marks.filter((mark) => mark.file === file);
    const faults = own.filter(({ kind }) => kind === 'fault').length;
    const isChanged = active.files.find((one) => one.file === file)?.text !== text;
    const words = [isChanged && texts.changed, own.length > 0 && check.counts(faults, own.length - faults)];
    return [file, ...words.filter((word) => word !== false)].join(' · ');
  };
  return (
    <Group gap="xs" justify="space-between">
      <Text component="h2" fw={500}>
        {texts.title}
      </Text>
      {files.length === 1 ? (
        <Text size="sm">{wordsOf(shown)}</Text>
      ) : (
        <Choice
          label={texts.file}
          value={shown.file}
          options={files.map((one) => ({ value: one.file, label: wordsOf(one) }))}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        />
      )}
    </Group>
  );
}
