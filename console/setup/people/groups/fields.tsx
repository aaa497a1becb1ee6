import { TextField, Theirs } from '../../records/fields.tsx';
import type { Form } from '../../records/use-form.ts';
import { PermissionChoice } from '../permissions/permission-choice.tsx';
import type { GroupValues } from './group.ts';

interface GroupFieldsProps {
  readonly form: Form<GroupValues>;
  readonly isFixed: boolean;
}

/** The fields of a group. */
export function GroupFields({ form, isFixed }: GroupFieldsProps) {
  return (
    <>
      <TextField form={form} name="name" required maxLength={100} />
      <PermissionChoice
        label={form.labels.permissions}
        chosen={form.values.permissions}
        isFixed={isFixed}
        error={form.faultOf('permissions')}
        theirs={<Theirs form={form} name="permissions" words={(names) => (names as readonly string[]).join(', ')} />}
        onChange={(permissions) => form.set({ permissions })}
      />
    </>
  );
}
