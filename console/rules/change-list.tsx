import { ServiceText } from '../texts/service-words.tsx';

/** The changes of an activation, a sentence for each rule and each other entry. */
export function ChangeList({ changes }: { readonly changes: readonly string[] }) {
  if (changes.length === 0) return null;
  return (
    <ul className="rules-list">
      {changes.map((change) => (
        <li key={change} className="address">
          <ServiceText>{change}</ServiceText>
        </li>
      ))}
    </ul>
  );
}
