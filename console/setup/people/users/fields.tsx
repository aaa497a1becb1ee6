import { useQuery } from '@tanstack/react-query';
import { client } from '../../../ground/client.ts';
import { usePermits, useSession } from '../../../ground/session.ts';
import { readAll } from '../../../work/read-all.ts';
import { ChoiceField, FlagField, TextField, Theirs } from '../../records/fields.tsx';
import type { Form } from '../../records/use-form.ts';
import { type Choice, IdChoice } from '../id-choice.tsx';
import { mayGive } from '../permissions/opens.ts';
import { PermissionChoice } from '../permissions/permission-choice.tsx';
import { usePeopleTexts } from '../texts/use-texts.ts';
import type { UserValues } from './user.ts';

/** Groups and sites that a form offers at most. */
const most = 1_000;

interface UserFieldsProps {
  readonly form: Form<UserValues>;
  readonly isFixed: boolean;
}

/** The fields of a user. Groups and sites are there for those who may read them. */
export function UserFields({ form, isFixed }: UserFieldsProps) {
  const texts = usePeopleTexts().user;
  const permits = usePermits();
  const { usertype } = form.values;
  const types = Object.entries(texts.types)
    .filter(([value]) => !form.isNew || value !== 'Engine')
    .map(([value, label]) => ({ value, label }));
  return (
    <>
      <ChoiceField form={form} name="usertype" data={types} hint={texts.typeHint} disabled={!form.isNew} />
      <div className="record-columns">
        <TextField form={form} name="first_name" maxLength={100} />
        <TextField form={form} name="last_name" maxLength={100} />
        <TextField form={form} name="email" type="email" maxLength={254} />
      </div>
      {usertype === 'Standard' && !isFixed && (
        <TextField
          form={form}
          name="password"
          type="password"
          maxLength={200}
          autoComplete="new-password"
          hint={form.isNew ? texts.passwordHint : texts.newPasswordHint}
        />
      )}
      <FlagField form={form} name="active" hint={texts.activeHint} />
      {permits('usergroup.read') && <GroupChoice form={form} />}
      {permits('site.read') && <SiteChoice form={form} />}
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

/** A user can be put only into groups whose permissions the editor holds. */
function GroupChoice({ form }: { readonly form: Form<UserValues> }) {
  const texts = usePeopleTexts().user;
  const held = useSession()?.permissions ?? [];
  const { data } = useQuery({
    queryKey: ['records', 'usergroup', 'choice'],
    queryFn: () => readAll(client.usergroup.each({ fields: 'id,name,permissions', sort: 'name', perPage: 100 }), most),
  });
  if (!data || data.length === 0) return null;
  const choices = data.map(
    ({ id, name, permissions }): Choice => ({ id, name, isOffered: permissions.every((one) => mayGive(held, one)) }),
  );
  return (
    <IdChoice
      {...{ form, choices }}
      name="usergroup_ids"
      hint={texts.permissionsOfGroups}
      onChange={(usergroup_ids) => form.set({ usergroup_ids })}
    />
  );
}

/** A user can get only sites of the editor. */
function SiteChoice({ form }: { readonly form: Form<UserValues> }) {
  const texts = usePeopleTexts().user;
  const own = useSession()?.site_ids ?? null;
  const { data } = useQuery({
    queryKey: ['records', 'site', 'choice'],
    queryFn: () => readAll(client.site.each({ fields: 'id,name', sort: 'name', perPage: 100 }), most),
  });
  if (!data || data.length === 0) return null;
  const { site_ids: allowed, site_id: current } = form.values;
  const choices = data.map(({ id, name }): Choice => ({ id, name, isOffered: own === null || own.includes(id) }));
  const here = choices.filter(({ id, isOffered }) => (allowed.length === 0 ? isOffered : allowed.includes(id)));
  return (
    <>
      <IdChoice
        {...{ form, choices }}
        name="site_ids"
        hint={texts.sitesHint}
        onChange={(site_ids) => {
          // The current site is one of the allowed ones.
          const stays = current === '' || site_ids.length === 0 || site_ids.includes(Number(current));
          form.set({ site_ids, ...(stays ? {} : { site_id: String(site_ids[0]) }) });
        }}
      />
      <ChoiceField
        form={form}
        name="site_id"
        data={[{ value: '', label: texts.noSite }, ...here.map(({ id, name }) => ({ value: String(id), label: name }))]}
      />
    </>
  );
}
