import './permissions.css';
import { Code, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ServiceText } from '../../../texts/service-words.tsx';
import { usePeopleTexts } from '../texts/use-texts.ts';
import type { Known } from './opens.ts';

interface PermissionListProps<One extends Known> {
  readonly resources: ReadonlyMap<string, readonly One[]>;
  /** Whether each resource is open at first. */
  readonly isOpen: boolean;
  /** The text after the name of a resource in its head. */
  readonly count: (resource: string, permissions: readonly One[]) => string;
  /** Content below a permission. */
  readonly more?: (permission: One) => ReactNode;
}

/** Permissions by resource, with what each opens. */
export function PermissionList<One extends Known>({ resources, isOpen, count, more }: PermissionListProps<One>) {
  return (
    <div className="permissions">
      {[...resources].map(([resource, permissions]) => (
        <Resource key={`${resource} ${isOpen}`} name={resource} words={count(resource, permissions)} isOpen={isOpen}>
          <ul>
            {permissions.map((one) => (
              <li key={one.name}>
                <Text size="sm" fw={600}>
                  {one.name}
                </Text>
                <Operations of={one} />
                {more?.(one)}
              </li>
            ))}
          </ul>
        </Resource>
      ))}
    </div>
  );
}

interface ResourceProps {
  readonly name: string;
  readonly words: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** The permissions of a resource. They are on the page while somebody looks at them: all together are hundreds. */
export function Resource({ name, words, isOpen, children }: ResourceProps) {
  const [isShown, setShown] = useState(isOpen);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <summary>
        <b>{name}</b>{' '}
        <Text span size="sm">
          {words}
        </Text>
      </summary>
      {isShown && children}
    </details>
  );
}

/** Operations that are shown of one permission; the others are counted. */
const mostShown = 12;

/** The methods and addresses that need a permission, with what each does. */
export function Operations({ of: { operations } }: { readonly of: Known }) {
  const texts = usePeopleTexts().permissions;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? operations : operations.slice(0, mostShown);
  return (
    <div>
      {shown.map(({ method, path, summary }) => (
        <Text key={`${method} ${path}`} size="xs">
          <Code>
            {method} {path}
          </Code>{' '}
          <ServiceText>{summary}</ServiceText>
        </Text>
      ))}
      {shown.length < operations.length && (
        <button type="button" className="permission-more" onClick={() => setWhole(true)}>
          {texts.moreAddresses(operations.length - shown.length)}
        </button>
      )}
    </div>
  );
}
