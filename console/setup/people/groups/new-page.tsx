import { NewRecord } from '../../records/new-page.tsx';
import { usePeopleTexts } from '../texts/use-texts.ts';
import { GroupFields } from './fields.tsx';
import { groups } from './group.ts';

/** Makes a user group. */
export function NewGroupPage() {
  const { groups: texts } = usePeopleTexts();
  return <NewRecord kind={groups} texts={texts} fields={(form) => <GroupFields form={form} isFixed={false} />} />;
}
