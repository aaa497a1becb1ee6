import './permissions.css';
import { Button, Checkbox, Group, Input, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { ProblemNotice } from '../../../ground/problem-notice.tsx';
import { useSession } from '../../../ground/session.ts';
import { ServiceText } from '../../../texts/service-words.tsx';
import { usePeopleTexts } from '../texts/use-texts.ts';
import { byResource, isIncluded, type Known, matching, mayGive } from './opens.ts';
import { Resource } from './permission-list.tsx';
import { useCatalog } from './use-catalog.ts';

interface PermissionChoiceProps {
  readonly label: ReactNode;
  readonly chosen: readonly string[];
  readonly isFixed: boolean;
  readonly error: ReactNode;
  /** Another user's choice since the last read. */
  readonly theirs: ReactNode;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Chooses permissions by resource: single ones, all of a resource, or all. Those that the user does not hold are not offered. */
export function PermissionChoice({ label, chosen, isFixed, error, theirs, onChange }: PermissionChoiceProps) {
  const texts = usePeopleTexts().choice;
  const title = useId();
  const set = (permissions: readonly string[]) => onChange(permissions.toSorted());
  return (
    <Stack gap="xs" role="group" aria-labelledby={title}>
      <Group gap="xs">
        <Input.Label labelElement="div" id={title}>
          {label}
        </Input.Label>
        <Text size="sm">{texts.chosen(chosen.length)}</Text>
      </Group>
      {error && <Input.Error role="alert">{error}</Input.Error>}
      {theirs}
      <Chosen {...{ chosen, isFixed }} onRemove={(name) => set(chosen.filter((one) => one !== name))} />
      {!isFixed && <Offer chosen={chosen} onChange={set} />}
    </Stack>
  );
}

interface ChosenProps {
  readonly chosen: readonly string[];
  readonly isFixed: boolean;
  readonly onRemove: (name: string) => void;
}

function Chosen({ chosen, isFixed, onRemove }: ChosenProps) {
  const texts = usePeopleTexts().choice;
  if (chosen.length === 0) return null;
  return (
    <Group gap={4} component="ul" p={0} m={0} className="permission-chosen">
      {chosen.map((name) => (
        <li key={name}>
          {isFixed ? (
            <Text size="sm">{name}</Text>
          ) : (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={texts.remove(name)}
              rightSection={<IconX size={12} aria-hidden />}
              onClick={() => onRemove(name)}
            >
              {name}
            </Button>
          )}
        </li>
      ))}
    </Group>
  );
}

interface OfferProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function Offer({ chosen, onChange }: OfferProps) {
  const texts = usePeopleTexts().choice;
  const held = useSession()?.permissions ?? [];
  const [typed, setTyped] = useState('');
  const { data: catalog, error, refetch } = useCatalog();
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (!catalog) return <Skeleton height={160} />;
  const offered = catalog.filter(({ name }) => mayGive(held, name));
  const all = byResource(offered);
  const shown = byResource(matching(offered, typed));
  const isSearched = typed.trim() !== '';
  const box = { chosen, onChange };
  return (
    <>
      <TextInput
        type="search"
        aria-label={texts.find}
        placeholder={texts.find}
        description={held.includes('*') ? undefined : texts.onlyHeld}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          // Enter would send the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <div className="permissions permission-choice" tabIndex={0} role="region" aria-label={texts.find}>
        {!isSearched && held.includes('*') && <Box {...box} name="*" says={texts.everything} />}
        {shown.size === 0 && <Text size="sm">{texts.none}</Text>}
        {[...shown].map(([resource, known]) => (
          <Resource
            key={`${resource} ${isSearched}`}
            name={resource}
            words={texts.count(countOf(chosen, all.get(resource) ?? []), all.get(resource)?.length ?? 0)}
            isOpen={isSearched}
          >
            <ul>
              {mayGive(held, `${resource}.*`) && (
                <li>
                  <Box {...box} name={`${resource}.*`} says={texts.allOf(resource)} />
                </li>
              )}
              {known.map((one) => (
                <li key={one.name}>
                  <Box {...box} name={one.name} says={saysOf(one)} isOfService />
                </li>
              ))}
            </ul>
          </Resource>
        ))}
      </div>
    </>
  );
}

/** How many of the permissions of a resource the chosen ones include: all of them with `*`. */
const countOf = (chosen: readonly string[], known: readonly Known[]): number =>
  known.filter(({ name }) => chosen.includes(name) || isIncluded(chosen, name)).length;

/** The effect of a permission, in a line. */
function saysOf({ operations: [first, ...others] }: Known): string {
  if (!first) return '';
  return others.length > 0 ? `${first.summary} (+${others.length})` : first.summary;
}

interface BoxProps extends OfferProps {
  readonly name: string;
  readonly says: string;
  /** Whether the service wrote the words. */
  readonly isOfService?: boolean;
}

function Box({ chosen, onChange, name, says, isOfService = false }: BoxProps) {
  const texts = usePeopleTexts().choice;
  const isThere = chosen.includes(name);
  const isCovered = name !== '*' && isIncluded(chosen, name);
  const words = isCovered && !isThere ? texts.included : isOfService ? <ServiceText>{says}</ServiceText> : says;
  return (
    <Checkbox
      size="sm"
      label={name}
      description={words}
      checked={isThere || isCovered}
      disabled={isCovered && !isThere}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
      }
    />
  );
}
